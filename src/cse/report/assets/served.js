// The explorer's data where `cse view` serves them.

async function get(path, parameters = {}) {
  const response = await fetch(`${path}?${new URLSearchParams(parameters)}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

export function servedSource() {
  let index;
  return {
    async index() {
      index = await get("/index.json");
      return index;
    },
    probe: (number) => get("/probe.json", { id: index.probes.id[number] }),
    search: async (text) => new Set(await get("/search.json", { text })),
  };
}
