/**
 * Distances (optimal string alignment) from a text to every prefix of another; the last one is the
 * distance to the whole. Stops when all further ones would be above `most`.
 */
export function distancesToPrefixes(text: string, other: string, most: number): number[] {
  const table: number[][] = [Array.from({ length: text.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= other.length; row += 1) {
    const cells = [row];
    for (let at = 1; at <= text.length; at += 1) {
      const isSame = text[at - 1] === other[row - 1];
      let cell = Math.min(table[row - 1]![at - 1]! + (isSame ? 0 : 1), table[row - 1]![at]! + 1, cells[at - 1]! + 1);
      if (row > 1 && at > 1 && text[at - 1] === other[row - 2] && text[at - 2] === other[row - 1])
        cell = Math.min(cell, table[row - 2]![at - 2]! + 1);
      cells.push(cell);
    }
    table.push(cells);
    if (Math.min(...cells) > most) break;
  }
  return table.map((cells) => cells.at(-1)!);
}
