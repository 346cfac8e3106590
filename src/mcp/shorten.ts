/** This marks the end of a text that was cut. */
const CUT = " […]";

/** Cuts a text to a number of characters, and adds `CUT` where there were more. */
export function shorten(text: string, charactersMax: number): string {
  const characters = Array.from(text);
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax).join("")}${CUT}`;
}
