import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** What can happen to a file, by name. */
export const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  "is empty": (file) => writeFileSync(file, ""),
  "has lost its second half": (file) => {
    const content = readFileSync(file);
    writeFileSync(file, content.subarray(0, content.length >> 1));
  },
  "has a flipped page": (file) => {
    const content = readFileSync(file);
    const start = ((content.length >> 1) >> 10) << 10;
    for (let at = start; at < Math.min(start + 1024, content.length); at += 1) content[at]! ^= 0xff;
    writeFileSync(file, content);
  },
  "holds other bytes": (file) => {
    const content = readFileSync(file);
    // Among them are those that clear a terminal.
    for (let at = 0; at < content.length; at += 1) content[at] = "\u001b[2J\u0000\u009b\u0007".charCodeAt(at % 7);
    writeFileSync(file, content);
  },
  "is a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  "may not be read": (file) => chmodSync(file, 0),
};

/** Of every file that a service reads in its data folder, `<id>` for the release: what helps. */
export const CURES: readonly (readonly [file: string, cure: RegExp])[] = [
  ["current", /move it away, and `rollback` to one of \d{4}-/u],
  ["history.ndjson", /Bring back a copy of history\.ndjson, or move it away/u],
  ["releases/<id>/manifest.json", /Bring back a copy of its folder or publish its dataset again/u],
  ["releases/<id>/release.sqlite", /Bring back a copy of its folder or publish its dataset again/u],
  ["releases/<id>/search.idx", /Bring back a copy of its folder or publish its dataset again/u],
  ["access/access.sqlite", /move it away, or bring back a copy|must be a file that this user may read and write/u],
];

/** What helps where a file may not be read, or a folder stands in its place. */
export const RIGHTS_CURE = /right to read and write it|Move the folder away|must be a file that this user may read/u;
