import { spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";

/** A file system in memory that can be made full, and have space again. */
export interface TightDisk {
  readonly folder: string;
  fill(): void;
  relieve(): void;
  unmount(): void;
}

const MEBIBYTES = 2048;

/** Mounts one on a folder; null where this user or system cannot. */
export function mountTightDisk(folder: string): TightDisk | null {
  const mount = (...options: readonly string[]): boolean => spawnSync("mount", [...options, folder]).status === 0;
  if (!mount("-t", "tmpfs", "-o", `size=${MEBIBYTES}m`, "tmpfs")) return null;
  const unmount = (): void => void spawnSync("umount", ["-l", folder]);
  process.once("exit", unmount);
  return {
    folder,
    fill() {
      // A size below what is used is refused, and the service may write between the two calls.
      for (let tries = 0; tries < 20; tries += 1) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        const used = Math.ceil(((blocks - bfree) * bsize) / 1024);
        if (mount("-o", `remount,size=${used}k`)) return;
      }
      throw new Error(`${folder} cannot be made full`);
    },
    relieve() {
      if (!mount("-o", `remount,size=${MEBIBYTES}m`)) throw new Error(`${folder} cannot be relieved`);
    },
    unmount() {
      process.off("exit", unmount);
      unmount();
    },
  };
}
