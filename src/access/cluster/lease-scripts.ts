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
 * first argument is a moment in milliseconds, or empty for Redis' own clock.
 */
const WINDOWS = `
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
 * Debits a lease before it is used. KEYS: the subject. ARGV: now, limit per hour and per day (-1
 * without), nodes, the longest lease, how many requests wait (0 only asks). Returns granted,
 * debited of the hour, debited of the day, now.
 */
export const LEASE = defineScript(`${WINDOWS}
local perHour, perDay, nodes, leaseMax, waiting =
  tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
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
 * the subject. ARGV: now, hour, by how much, day, by how much, the node, the settlement's number,
 * which grows. Returns debited of the hour, debited of the day, now.
 */
export const SETTLE = defineScript(`${WINDOWS}
local mark = 'x:' .. ARGV[6]
if tonumber(redis.call('HGET', KEYS[1], mark) or 0) < tonumber(ARGV[7]) then
  if tonumber(ARGV[2]) == hour then hourUsed = math.max(0, hourUsed + tonumber(ARGV[3])) end
  if tonumber(ARGV[4]) == day then dayUsed = math.max(0, dayUsed + tonumber(ARGV[5])) end
  keep()
  redis.call('HSET', KEYS[1], mark, ARGV[7])
end
return {hourUsed, dayUsed, now}
`);

/**
 * Registers a node as alive. KEYS: the nodes, the memory's name. ARGV: now, the node, after how
 * many milliseconds a silent node is forgotten, a name for the memory in case it has none. Returns
 * the memory's name (another one after it was lost), nodes alive, now.
 */
export const HEARTBEAT = defineScript(`
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('SET', KEYS[2], ARGV[4], 'NX')
redis.call('ZADD', KEYS[1], now, ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[3]))
redis.call('EXPIRE', KEYS[1], 259200)
redis.call('EXPIRE', KEYS[2], 259200)
return {redis.call('GET', KEYS[2]), redis.call('ZCARD', KEYS[1]), ARGV[1] ~= '' and tonumber(ARGV[1]) or now}
`);

function defineScript(source: string): Script {
  return { source, sha1: createHash("sha1").update(source).digest("hex") };
}
