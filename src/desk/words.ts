/** A number as readers see it: 1,284. */
export function plain(number: number): string {
  return number.toLocaleString("en");
}

/** A number and what is counted: "1 row", "1,284 rows". */
export function counted(number: number, one: string, several = `${one}s`): string {
  return `${plain(number)} ${number === 1 ? one : several}`;
}
