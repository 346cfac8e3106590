import { readFileSync } from "node:fs";

/** Which territories share a border on land: data/borders/neighbours.json. */

interface NeighbourFile {
  /** By alpha-2 code, the codes of its neighbours with spaces between them. */
  readonly neighbours: Readonly<Record<string, string>>;
}

let read: NeighbourFile["neighbours"] | undefined;

/** The alpha-2 codes of the territories that a border on land is shared with, by the alphabet. */
export function neighboursOf(code: string): readonly string[] {
  read ??= readNeighbours();
  return (read[code] ?? "").split(" ").filter((other) => other !== "");
}

function readNeighbours(): NeighbourFile["neighbours"] {
  const url = new URL("../../data/borders/neighbours.json", import.meta.url);
  const { neighbours } = JSON.parse(readFileSync(url, "utf8")) as NeighbourFile;
  return neighbours;
}
