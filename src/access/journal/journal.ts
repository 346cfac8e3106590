import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { FrameWriter } from "./frames.ts";

/** Writes down requests before they are answered, so that no end of the process forgets them. */
export interface Journal {
  /** Counts one request; it is written by the next `commit`. */
  count(subjectId: string, operation: string): void;
  /** Writes what was counted since the last call; cheap when there is nothing. Never throws: see `degraded`. */
  readonly commit: () => void;
  /** Goes on in another file, so that the present one is removed as soon as it is merged. */
  readonly rotate: () => void;
  /** Why requests are not written now, or null. They are tried again, as far as memory for them reaches. */
  readonly degraded: string | null;
  /** Writes what is left. */
  close(): void;
}

/** Where a journal writes, and when it begins another file so that finished ones can be removed. */
export interface JournalOptions {
  readonly folder: string;
  /** Of the thread that writes: no two journals of a folder have the same. */
  readonly writer: string;
  readonly now: () => Date;
  readonly fileBytesMax?: number;
  readonly fileMinutesMax?: number;
}

const FRAME_BYTES_MAX = 256 * 1024;
const FILE_BYTES_MAX = 4 * 1024 * 1024;
const FILE_MINUTES_MAX = 60;

/** The name of a writer's file; in order of their numbers. */
function journalFileName(writer: string, number: number): string {
  return `${writer}-${String(number).padStart(8, "0")}.journal`;
}

/**
 * Opens a journal. Frames go to the operating system with one write each: they outlive the process from then on, but what was not yet
 * written to disk by itself (some seconds) is lost with the power.
 */
export function openJournal(options: JournalOptions): Journal {
  const { folder, writer, now, fileBytesMax = FILE_BYTES_MAX, fileMinutesMax = FILE_MINUTES_MAX } = options;
  const frame = new FrameWriter(FRAME_BYTES_MAX);
  let number = 0;
  let file: number | null = null;
  let fileBytes = 0;
  let fileMinute = 0;
  let minute = 0;
  let failure: string | null = null;

  const endFile = (): void => {
    if (file !== null) closeSync(file);
    file = null;
    frame.beginFile();
  };

  const beginFile = (): number => {
    file = openSync(path.join(folder, journalFileName(writer, number + 1)), "wx", 0o600);
    number += 1;
    [fileBytes, fileMinute] = [0, minute];
    return file;
  };

  const failed = (error: unknown): void => {
    failure = `The journal of requests cannot be written: ${(error as Error).message}`;
  };

  const commit = (): void => {
    if (frame.isEmpty) return;
    try {
      file ??= beginFile();
      fileBytes += writeWhole(file, frame.finish(), fileBytes);
      frame.clear();
      failure = null;
    } catch (error) {
      // What is half written is written again from its beginning.
      failed(error);
      return;
    }
    if (fileBytes >= fileBytesMax || minute - fileMinute >= fileMinutesMax) endFile();
  };

  return {
    count(subjectId, operation) {
      if (frame.isFull) {
        commit();
        // The disk takes nothing: what cannot be kept is given up, so that the service goes on.
        if (!frame.isEmpty) {
          frame.clear();
          endFile();
        }
      }
      if (frame.isEmpty) {
        minute = Math.floor(now().getTime() / 60_000);
        frame.begin(minute);
      }
      frame.add(subjectId, operation);
    },
    commit,
    rotate() {
      commit();
      if (file === null || !frame.isEmpty) return;
      endFile();
      try {
        // The file after it tells a follower that nothing more comes.
        beginFile();
      } catch (error) {
        failed(error);
      }
    },
    get degraded() {
      return failure;
    },
    close() {
      commit();
      endFile();
    },
  };
}

function writeWhole(file: number, bytes: Uint8Array, position: number): number {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
  return written;
}
