import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import facts from "../package.json" with { type: "json" };

/**
 * Makes the Debian package from the files of the npm package, which has to be made first: the
 * program with the packages of the lockfile and its own Node.js in /usr/lib/country-trust, a
 * command, a manual page and a systemd unit. Writes `dist/country-trust_<version>_<arch>.deb`.
 *
 *   npm run package npm && npm run package deb
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = path.join(ROOT, "dist");
const STAGE = path.join(DIST, "deb");
const LIB = path.join(STAGE, "usr/lib/country-trust");
const DEPLOY = path.join(ROOT, "deploy");

/** What packages bring for those who develop with them. */
const DEVELOPMENT_FILES = [
  "node_modules/**/*.{map,md,d.ts,d.mts,d.cts,html}",
  "node_modules/**/.*",
  "node_modules/*/{test,tests,spec,examples,benchmarks}/**",
];

const VERSION = `${facts.version}-1`;
/** Who makes the package; Debian's tools ask for it in these variables. */
const MAINTAINER = `${process.env["DEBFULLNAME"] ?? "Country Trust"} <${process.env["DEBEMAIL"] ?? "root@localhost"}>`;

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const architecture = ARCHITECTURES[process.arch];
if (architecture === undefined) throw new Error(`there is no Debian package for ${process.arch}`);

rmSync(STAGE, { recursive: true, force: true });
installProgram();
for (const [source, target] of [
  ["systemd/country-trust.service", "usr/lib/systemd/system/country-trust.service"],
  ["debian/country-trust.sysusers", "usr/lib/sysusers.d/country-trust.conf"],
  ["debian/country-trust.default", "etc/default/country-trust"],
  ["debian/country-trust.sh", "usr/bin/country-trust"],
  ["debian/lintian-overrides", "usr/share/lintian/overrides/country-trust"],
  ["debian/copyright", "usr/share/doc/country-trust/copyright"],
  ["systemd/country-trust-renew.service", "usr/share/doc/country-trust/examples/country-trust-renew.service"],
  ["systemd/country-trust-renew.timer", "usr/share/doc/country-trust/examples/country-trust-renew.timer"],
  ["nginx/country-trust.conf", "usr/share/doc/country-trust/examples/nginx.conf"],
  ["caddy/Caddyfile", "usr/share/doc/country-trust/examples/Caddyfile"],
  ["debian/conffiles", "DEBIAN/conffiles"],
  ["debian/postinst", "DEBIAN/postinst"],
  ["debian/prerm", "DEBIAN/prerm"],
  ["debian/postrm", "DEBIAN/postrm"],
] as const)
  copy(path.join(DEPLOY, source), target);
for (const file of ["usr/bin/country-trust", "DEBIAN/postinst", "DEBIAN/prerm", "DEBIAN/postrm"])
  chmodSync(path.join(STAGE, file), 0o755);
compress("usr/share/man/man1/country-trust.1.gz", readFileSync(path.join(DEPLOY, "debian/country-trust.1")));
compress("usr/share/doc/country-trust/changelog.gz", readFileSync(path.join(ROOT, "CHANGELOG.md")));
compress("usr/share/doc/country-trust/changelog.Debian.gz", Buffer.from(debianChangelog()));
writeFileSync(path.join(STAGE, "DEBIAN/control"), control());
const packed = path.join(DIST, `country-trust_${VERSION}_${architecture}.deb`);
execFileSync("dpkg-deb", ["--root-owner-group", "-Zxz", "-z1", "--build", STAGE, packed], { stdio: ["ignore", 2, 2] });
rmSync(STAGE, { recursive: true });
process.stdout.write(`${packed}\n`);

/** The files of the npm package, the packages it needs, and Node.js as a file of its own. */
function installProgram(): void {
  mkdirSync(LIB, { recursive: true });
  for (const name of ["bin/country-trust.mjs", "data", "docs", "schemas", "src", "package.json"])
    cpSync(path.join(DIST, name), path.join(LIB, name), { recursive: true });
  for (const file of globSync("src/**/*.d.ts", { cwd: LIB })) rmSync(path.join(LIB, file));
  const install = path.join(STAGE, "install");
  mkdirSync(install);
  for (const name of ["package.json", "package-lock.json", ".npmrc"])
    cpSync(path.join(ROOT, name), path.join(install, name));
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: install,
    stdio: ["ignore", 2, 2],
  });
  const [node] = globSync("node_modules/node-*/bin/node", { cwd: install });
  if (node === undefined) throw new Error("npm has no Node.js for this machine");
  cpSync(path.join(install, node), path.join(LIB, "node"));
  rmSync(path.join(install, node, "../.."), { recursive: true });
  cpSync(path.join(install, "node_modules"), path.join(LIB, "node_modules"), { recursive: true });
  rmSync(install, { recursive: true });
  for (const name of globSync(DEVELOPMENT_FILES, { cwd: LIB }))
    if (!/licen[cs]e/iu.test(name)) rmSync(path.join(LIB, name), { recursive: true, force: true });
  for (const name of globSync("**/*", { cwd: LIB })) {
    const place = path.join(LIB, name);
    // Commands of packages would ask for Debian's Node.js.
    if (isScript(place)) rmSync(place);
    else chmodSync(place, statSync(place).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(path.join(LIB, "node"), 0o755);
}

function isScript(file: string): boolean {
  return /node_modules.*\.(?:[cm]?js|sh)$/u.test(file) && readFileSync(file, "latin1").startsWith("#!");
}

function copy(source: string, target: string): void {
  const place = path.join(STAGE, target);
  mkdirSync(path.dirname(place), { recursive: true });
  cpSync(source, place);
  chmodSync(place, 0o644);
}

function compress(target: string, content: Buffer): void {
  const place = path.join(STAGE, target);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, gzipSync(content, { level: 9 }));
}

function control(): string {
  const kib = Math.ceil(
    globSync("**/*", { cwd: STAGE }).reduce((sum, name) => sum + statSync(path.join(STAGE, name)).size, 0) / 1024,
  );
  return `Package: country-trust
Version: ${VERSION}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${kib}
Section: web
Priority: optional
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, systemd | systemd-sysusers
Description: data service of published country trust bands
 Turns judgements of companies into published country trust bands. A publisher
 brings companies, products and judgements; the program validates them and
 freezes them in an immutable release.
 .
 The service answers from the current release as an API and as a site. It
 brings its own Node.js and needs no other package to run on one machine.
`;
}

/** The date is that of the last commit, so that one commit makes one package. */
function debianChangelog(): string {
  const date = execFileSync("git", ["log", "-1", "--format=%cD"], { cwd: ROOT, encoding: "utf8" }).trim();
  return `country-trust (${VERSION}) unstable; urgency=medium

  * Built from the project's repository; changelog.gz lists what changed.

 -- ${MAINTAINER}  ${date}
`;
}
