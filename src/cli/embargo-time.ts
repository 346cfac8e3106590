import { readEmbargo } from "../publishing/publish.ts";
import { timeInWords } from "../publishing/words.ts";
import { type OptionValues, textOption, UsageError } from "./command.ts";

/** The time of `--at`; null without one. Throws a UsageError for an invalid or past time. */
export function readTime(options: OptionValues, now: Date): Date | null {
  const text = textOption(options, "at");
  if (text === undefined) return null;
  const time = readEmbargo(text, now);
  if (time instanceof Date) return time;
  throw new UsageError(`--at is ${time.fault}`);
}

/** Names the zone in which a time without one was read; no notices for a time with its zone. */
export function zoneNotices(options: OptionValues): string[] {
  const text = textOption(options, "at");
  if (text === undefined || /(?:Z|[+-]\d{2}:\d{2})$/u.test(text)) return [];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    `--at names no zone: ${text} is read in that of this machine, ${timeZone}, and is ${timeInWords(new Date(text))}.`,
  ];
}
