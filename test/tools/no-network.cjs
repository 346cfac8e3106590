"use strict";
// Loaded before a tool that must not need the network: every connection fails.
const net = require("node:net");

net.Socket.prototype.connect = function connect() {
  throw new Error("a connection was opened, and there must be none");
};
