// Interactive figures, drawn when they come into view; the widths and the colours are those of the Python package.

import { download } from "./dom.js";
import { unpack } from "./unpack.js";

// Expressions are interpreted, never compiled, and no style is injected: so the page's policy can forbid both.
const OPTIONS = { mode: "vega-lite", renderer: "svg", ast: true, actions: false, defaultStyle: false, tooltip: { disableDefaultStyle: true }, logLevel: 1 };
const SETTLED = 150; // milliseconds after which a changed width counts

export async function startFigures() {
  const { figures, configs, full } = await unpack(document.getElementById("figure-specs"));
  const places = [...document.querySelectorAll(".plot")];
  const drawn = new Map(); // place -> how it was drawn
  const visible = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => draw(entry.target)), { rootMargin: "600px" });

  const spec = (name, width, mode) => ({ ...figures[name][width], config: configs[mode] });

  async function draw(place) {
    const width = place.clientWidth >= full ? "full" : "column";
    const mode = window.darkTheme() ? "dark" : "light";
    if (drawn.get(place) === `${width} ${mode}`) return;
    drawn.set(place, `${width} ${mode}`);
    place.view?.finalize();
    const { view } = await vegaEmbed(place, spec(place.dataset.figure, width, mode), OPTIONS);
    place.view = view;
    place.toggleAttribute("tabindex", false);
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0; // so that the keyboard can scroll it
    place.dataset.drawn = `${width} ${mode}`;
  }

  const again = () => [...drawn.keys()].forEach(draw);
  document.addEventListener("themechange", again);
  let timer;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(again, SETTLED);
  });
  addEventListener("beforeprint", () => places.forEach(draw));
  for (const place of places) visible.observe(place);

  document.addEventListener("click", async (event) => {
    const { figure, format } = event.target.dataset ?? {};
    if (!format || !figure) return;
    const { view } = await vegaEmbed(document.createElement("div"), spec(figure, "full", "light"), OPTIONS);
    const image = format === "svg" ? await view.toSVG() : await toBlob(await view.toCanvas(3));
    download(`${figure}.${format}`, image, "image/svg+xml");
    view.finalize();
  });
}

function toBlob(canvas) {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
