import { createInterface } from "node:readline";
import { UserError } from "../user-error.ts";

/** A person at a terminal, who can be asked. */
export interface Terminal {
  /** Asks and returns the line that is entered, trimmed. Throws Interrupted after Ctrl-C. */
  ask(question: string): Promise<string>;
  close(): void;
}

/** The person does not want to go on. */
export class Interrupted extends UserError {
  override readonly exitStatus = 130;

  constructor() {
    super("Interrupted; nothing is written.");
  }
}

/** Opens the terminal of the process. Lines entered before a question answer the next ones. */
export function openTerminal(): Terminal {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const lines = reader[Symbol.asyncIterator]();
  let isClosed = false;
  reader.on("close", () => (isClosed = true));
  return {
    async ask(question) {
      reader.setPrompt(question);
      if (!isClosed) reader.prompt();
      // Ctrl-C and Ctrl-D both close the reader.
      const line = await lines.next();
      if (line.done === true) throw new Interrupted();
      return line.value.trim();
    },
    close: () => reader.close(),
  };
}

/**
 * Resolves on a signal to stop, or when the launcher that started this process is gone. Later
 * signals do nothing: a terminal or a service manager signals the launcher too, which passes it on.
 */
export async function stopRequested(): Promise<null> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    process.once("disconnect", () => resolve());
  });
  if (process.connected) process.disconnect();
  return null;
}
