import { createInterface } from "node:readline";

/** A person at a terminal, who can be asked. */
export interface Terminal {
  /** Asks and returns the line that is entered, trimmed. Throws Interrupted after Ctrl-C. */
  ask(question: string): Promise<string>;
  close(): void;
}

/** The person does not want to go on. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

/** Opens the terminal of the process. Lines entered before a question answer the next ones. */
export function openTerminal(): Terminal {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const lines: string[] = [];
  let waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;
  let isClosed = false;
  reader.on("line", (line) => {
    if (waiting === null) lines.push(line);
    else waiting.resolve(line);
    waiting = null;
  });
  // Ctrl-C and Ctrl-D both close it.
  reader.on("close", () => {
    isClosed = true;
    waiting?.reject(new Interrupted());
    waiting = null;
  });
  return {
    async ask(question) {
      reader.setPrompt(question);
      reader.prompt();
      const early = lines.shift();
      if (early !== undefined) return early.trim();
      if (isClosed) throw new Interrupted();
      const line = await new Promise<string>((resolve, reject) => {
        waiting = { resolve, reject };
      });
      return line.trim();
    },
    close: () => reader.close(),
  };
}
