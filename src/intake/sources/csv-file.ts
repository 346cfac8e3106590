import { closeSync, openSync, writeSync } from "node:fs";
import { quoteField } from "../../csv/csv-scanner.ts";

const FLUSH_LENGTH = 1 << 20;

/** A CSV file that is written row by row, separated by commas. */
export class CsvFile {
  readonly #file: number;
  #text = "";

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  add(fields: readonly string[]): void {
    this.#text += `${fields.map((field) => quoteField(field)).join(",")}\n`;
    if (this.#text.length > FLUSH_LENGTH) this.#flush();
  }

  addBlankLine(): void {
    this.#text += "\n";
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#text);
    this.#text = "";
  }
}
