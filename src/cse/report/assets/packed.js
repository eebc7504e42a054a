// The explorer's data where they lie compressed in the page itself.

import { firstRows } from "./filter.js";
import { unpack } from "./unpack.js";

const AHEAD = 6; // pieces that are decoded while one is searched

/** Reads pieces only when a probe in them is opened or searched, and keeps them. */
export function packedSource() {
  const pieces = new Map();
  let index;

  function piece(number) {
    if (!pieces.has(number)) pieces.set(number, unpack(document.getElementById(`piece-${number}`)));
    return pieces.get(number);
  }

  return {
    async index() {
      index = await unpack(document.getElementById("explorer-index"));
      return index;
    },
    /** Decodes ahead of a search. */
    async prepare() {
      for (let number = 0; number <= Math.max(-1, ...index.probes.piece); number++) await piece(number);
    },
    async probe(number) {
      return (await piece(index.probes.piece[number]))[index.probes.id[number]];
    },
    /** Finds the rows that hold the text in response, error, topic or probe id; reports the share searched. */
    async search(text, progress) {
      const wanted = text.toLowerCase();
      const found = new Set();
      const first = firstRows(index);
      const byPiece = [];
      index.probes.piece.forEach((number, probe) => (byPiece[number] ??= []).push(probe));
      for (const [number, probes] of byPiece.entries()) {
        for (let ahead = number; ahead < Math.min(number + AHEAD, byPiece.length); ahead++) piece(ahead);
        const held = await piece(number);
        for (const probe of probes) {
          const id = index.probes.id[probe];
          const about = `${id}\n${held[id].topic}`.toLowerCase().includes(wanted);
          held[id].answers.forEach((answer, place) => {
            if (about || searched(answer).includes(wanted)) found.add(first[probe] + place);
          });
        }
        progress((number + 1) / byPiece.length);
      }
      return found;
    },
  };
}

function searched(answer) {
  const parts = answer.whole ?? `${answer.before ?? ""}${answer.answer ?? ""}${answer.after ?? ""}`;
  return `${parts}\n${answer.error ?? ""}`.toLowerCase();
}
