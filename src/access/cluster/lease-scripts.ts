import { createHash } from "node:crypto";

/** A script that Redis runs in one step. */
export interface Script {
  readonly source: string;
  /** Under which Redis keeps it. */
  readonly sha1: string;
}

/**
 * The windows of a subject stand in one hash: `h` the hour since 1970 and `hn` what is debited of
 * it, `d` the day and `dn` alike; `x:` and a node's name keep the last settlement of that node. The
 * first argument is a moment in milliseconds, or empty for Redis' own clock; the second is the name
 * of the memory that the node knows: after Redis has forgotten everything, the script fails.
 */
const WINDOWS = `
if redis.call('HGET', KEYS[2], 'name') ~= ARGV[2] then
  return redis.error_reply('FORGOTTEN what was debited before')
end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if ARGV[1] ~= '' then now = tonumber(ARGV[1]) end
local hour, day = math.floor(now / 3600000), math.floor(now / 86400000)
local kept = redis.call('HMGET', KEYS[1], 'h', 'hn', 'd', 'dn')
local hourUsed = tonumber(kept[1]) == hour and tonumber(kept[2]) or 0
local dayUsed = tonumber(kept[3]) == day and tonumber(kept[4]) or 0
local function keep()
  redis.call('HSET', KEYS[1], 'h', hour, 'hn', hourUsed, 'd', day, 'dn', dayUsed)
  if tonumber(kept[3]) ~= day then redis.call('EXPIRE', KEYS[1], (day + 1) * 86400 - math.floor(now / 1000) + 60) end
end
`;

/**
 * Debits a lease before it is used. KEYS: the subject, the memory. ARGV: now, the memory's name,
 * limit per hour and per day (-1 without), nodes, the longest lease, how many requests wait (0 only
 * asks). Returns granted, debited of the hour, debited of the day, now.
 */
export const LEASE = defineScript(`${WINDOWS}
local perHour, perDay, nodes, leaseMax, waiting =
  tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local left = math.huge
if perHour >= 0 then left = math.min(left, perHour - hourUsed) end
if perDay >= 0 then left = math.min(left, perDay - dayUsed) end
local granted = 0
if waiting > 0 and left > 0 then
  local share = math.max(1, math.min(leaseMax, math.floor(left / (2 * nodes))))
  granted = math.min(left, math.max(waiting, share))
  hourUsed, dayUsed = hourUsed + granted, dayUsed + granted
  keep()
end
return {granted, hourUsed, dayUsed, now}
`);

/**
 * Adds to what is debited (or takes away), for windows that still last, once per settlement. KEYS:
 * the subject, the memory. ARGV: now, the memory's name, hour, by how much, day, by how much, the
 * node, the settlement's number, which grows. Returns debited of the hour, debited of the day, now.
 */
export const SETTLE = defineScript(`${WINDOWS}
local mark = 'x:' .. ARGV[7]
if tonumber(redis.call('HGET', KEYS[1], mark) or 0) < tonumber(ARGV[8]) then
  if tonumber(ARGV[3]) == hour then hourUsed = math.max(0, hourUsed + tonumber(ARGV[4])) end
  if tonumber(ARGV[5]) == day then dayUsed = math.max(0, dayUsed + tonumber(ARGV[6])) end
  keep()
  redis.call('HSET', KEYS[1], mark, ARGV[8])
end
return {hourUsed, dayUsed, now}
`);

/**
 * Registers a node as alive. KEYS: the nodes, the memory. ARGV: now, the node, after how many
 * milliseconds a silent node is forgotten, a name for the memory in case it has none, the name of
 * the memory that knows what the node allowed (empty for a new node), how many nodes it knows of.
 *
 * The memory is a hash: its `name`, since when it exists, and how many nodes were alive before. It
 * is whole when so many nodes have debited again what they allowed, or were silent too long.
 *
 * Returns the memory's name (another one after everything was forgotten), nodes alive, whether the
 * memory is whole, now.
 */
export const HEARTBEAT = defineScript(`
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local stale = tonumber(ARGV[3])
if redis.call('HSETNX', KEYS[2], 'name', ARGV[4]) == 1 then redis.call('HSET', KEYS[2], 'since', now, 'nodes', 0) end
local name, since, before = unpack(redis.call('HMGET', KEYS[2], 'name', 'since', 'nodes'))
if ARGV[5] == '' or ARGV[5] == name then
  redis.call('ZADD', KEYS[1], now, ARGV[2])
elseif tonumber(ARGV[6]) > tonumber(before) then
  before = ARGV[6]
  redis.call('HSET', KEYS[2], 'nodes', before)
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - stale)
redis.call('EXPIRE', KEYS[1], 259200)
redis.call('EXPIRE', KEYS[2], 259200)
local alive = redis.call('ZCARD', KEYS[1])
local isWhole = alive >= tonumber(before) or now - tonumber(since) >= stale
return {name, alive, isWhole and 1 or 0, ARGV[1] ~= '' and tonumber(ARGV[1]) or now}
`);

function defineScript(source: string): Script {
  return { source, sha1: createHash("sha1").update(source).digest("hex") };
}
