/** What stands at the end of a text that was cut. */
const CUT = " […]";

/** A text of at most so many characters, and `CUT` behind it where there were more. */
export function shorten(text: string, charactersMax: number): string {
  const characters = Array.from(text);
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax).join("")}${CUT}`;
}
