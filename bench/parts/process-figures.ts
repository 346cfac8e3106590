import { readFileSync } from "node:fs";

// What the kernel tells of a process, see proc(5): on Linux only.

/** The kernel counts processor time in hundredths of a second, on every Linux. */
const TICKS_PER_SECOND = 100;

/** Processor time a process has used so far, all of its threads, user and system, in seconds. */
export function processorSeconds(pid: number): number {
  const stat = readProcess(pid, "stat");
  // The name in parentheses may hold spaces; proc(5) counts `utime` as the 14th field, the 12th
  // after the name.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process in MB (10⁶ bytes). */
export interface ResidentMegabytes {
  readonly now: number;
  /** The most it ever was. */
  readonly peak: number;
  /**
   * How much of it now is files mapped into memory, the program's own and the release, which the
   * system may take back.
   */
  readonly files: number;
}

/** Reads how much memory a process holds. */
export function residentMegabytes(pid: number): ResidentMegabytes {
  const status = readProcess(pid, "status");
  const megabytes = (field: string): number => {
    const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB`, "mu").exec(status)?.[1];
    return (Number(kibibytes) * 1024) / 1_000_000;
  };
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM"), files: megabytes("RssFile") };
}

/** The process a launcher has started, or the process itself where it started none. */
export function launchedBy(pid: number): number {
  const [child] = readProcess(pid, `task/${pid}/children`).split(" ");
  return child === undefined || child === "" ? pid : Number(child);
}

function readProcess(pid: number, file: string): string {
  if (process.platform !== "linux") throw new Error("This measurement reads /proc, which only Linux has.");
  return readFileSync(`/proc/${pid}/${file}`, "latin1");
}
