import { type Options, type OptionValues, textOption, UsageError } from "./command.ts";

/** Exit status of a command that changed nothing for readers, because nodes lag. */
export const NOT_SWITCHED = 4;

const WAIT_SECONDS = 120;

export const WAIT_OPTIONS: Options = { wait: { type: "string" }, quorum: { type: "string" } };

/** For the help of every command that changes releases. */
export const WAIT_HELP = `With an origin (RELEASES_URL, or DATABASE_URL), another release becomes current when the nodes hold it:
  --wait <seconds>   How long to wait for them (${WAIT_SECONDS})
  --quorum <n>       Go on when so many hold it; without, all that are alive have to
Exit status ${NOT_SWITCHED}: they lag, and readers see what they saw before.`;

/** How a command waits for nodes. */
export interface Wait {
  readonly milliseconds: number;
  /** Null for all. */
  readonly quorum: number | null;
}

/** Throws a UsageError. */
export function readWait(options: OptionValues): Wait {
  const seconds = readCount(options, "wait", WAIT_SECONDS);
  return { milliseconds: seconds * 1000, quorum: readCount(options, "quorum", null) };
}

function readCount<Default extends number | null>(
  options: OptionValues,
  name: string,
  otherwise: Default,
): number | Default {
  const text = textOption(options, name);
  if (text === undefined) return otherwise;
  if (!/^\d{1,6}$/u.test(text)) throw new UsageError(`expected a whole number after --${name}, found "${text}"`);
  return Number(text);
}
