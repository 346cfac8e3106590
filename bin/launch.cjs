// Starts the program on the pinned Node 24. In a clone it installs the lockfile's packages first where they are missing; as
// an installed package it finds them beside it.
// This file runs on whatever Node the machine has, so it keeps to old syntax and to Node's own modules.
"use strict";
var childProcess = require("child_process");
var fs = require("fs");
var path = require("path");

var root = path.join(__dirname, "..");
var isInstalled = path.basename(path.dirname(root)) === "node_modules";
var pinnedMajor = 24;

/** Ends the program with one line that says what is wrong and what to do. */
function fail(line) {
  process.stderr.write("country-trust: " + line + "\n");
  process.exit(1);
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    return null;
  }
}

/** The first package the lockfile asks for that node_modules does not hold in that version, or null. */
function missingPackage(development) {
  var lock = readJson(path.join(root, "package-lock.json"));
  if (!lock) fail("package-lock.json is missing or unreadable; restore it from the repository.");
  var installed = readJson(path.join(root, "node_modules", ".package-lock.json"));
  if (!installed) return "everything";
  for (var place in lock.packages) {
    var wanted = lock.packages[place];
    var found = installed.packages[place];
    if (place === "" || wanted.devOptional || (wanted.optional && !found) || (wanted.dev && !development)) continue;
    if (!found || found.version !== wanted.version) return place;
  }
  return null;
}

/** Runs `npm ci`; with development packages only where the caller needs them. */
function install(development) {
  process.stderr.write("country-trust: installing the packages of package-lock.json (once) …\n");
  var args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--include=optional"];
  args.push(development ? "--include=dev" : "--omit=dev");
  var npm = process.env.npm_execpath;
  var viaNode = npm && /\.c?js$/.test(npm);
  var result = viaNode
    ? childProcess.spawnSync(process.execPath, [npm].concat(args), { cwd: root, stdio: ["ignore", 2, 2] })
    : childProcess.spawnSync("npm", args, { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (result.error)
    fail("npm could not be started (" + result.error.message + "); install npm 10 or newer and try again.");
  if (result.status !== 0) {
    fail(
      "npm could not install the packages (its own message is above); check the connection to the npm registry and try again.",
    );
  }
}

/** The Node binary from npm's platform package, or null where there is none for this machine. */
function pinnedNode() {
  var system = process.platform === "win32" ? "win" : process.platform;
  var file = process.platform === "win32" ? "node.exe" : "node";
  try {
    var facts = require.resolve("node-" + system + "-" + process.arch + "/package.json", { paths: [root] });
    file = path.join(path.dirname(facts), "bin", file);
  } catch (error) {
    return null;
  }
  return fs.existsSync(file) ? file : null;
}

function run(node, args, fallback) {
  // Under `npm run` the working directory is the project's; relative paths mean where the person stood.
  var cwd =
    process.env.npm_lifecycle_event === "country-trust" && process.env.INIT_CWD ? process.env.INIT_CWD : process.cwd();
  var child = childProcess.spawn(node, args, {
    cwd: cwd,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  ["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  stopWithNpm(function () {
    child.kill("SIGTERM");
  });
  child.on("error", function (error) {
    if (fallback) return run(fallback, args, null);
    fail("Node " + pinnedMajor + " could not be started (" + error.message + ").");
  });
  child.on("exit", function (code, signal) {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exit(code);
    }
  });
}

/**
 * Calls `stop` when npm was stopped that started this process. It signals its shell, which may end without passing that on:
 * then this process has another parent. A process that npm did not start may outlive its parent.
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  var parent = process.ppid;
  var timer = setInterval(function () {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 100);
}

/**
 * Runs a file of this project on Node 24 with the given arguments.
 * options: { entry: path from the project's root, args: string[], development: boolean, flags: string[] for Node }
 */
exports.launch = function (options) {
  if (!isInstalled && missingPackage(options.development)) install(options.development);
  var ownMajor = parseInt(process.versions.node.split(".")[0], 10);
  var own = ownMajor >= pinnedMajor ? process.execPath : null;
  var pinned = pinnedNode();
  if (!pinned && !own) {
    fail(
      "there is no packaged Node for " +
        process.platform +
        "-" +
        process.arch +
        " and the Node running here is " +
        process.versions.node +
        "; install Node " +
        pinnedMajor +
        " and try again.",
    );
  }
  var flags = ["--disable-warning=ExperimentalWarning"].concat(options.flags || []);
  var words = flags.concat([path.join(root, options.entry)], options.args);
  run(pinned || own, words, pinned ? own : null);
};
