import { type Limits, type QuotaState, type Used, allowsMore, describeQuota, hourOf, judgeQuota } from "../quota.ts";

/*
 * The memory is cut into buckets of 64 words of 32 bits: a lock, and 12 places of five words. A subject has one bucket, by its hash, and
 * any place in it, so that finding, entering and forgetting it all happen under one lock, and nothing has to be moved.
 */
const BUCKET_WORDS = 64;
const PLACES = 12;
const PLACE_WORDS = 5;

/* Words of a place. */
const HASH_LOW = 0;
const HASH_HIGH = 1;
const HOUR = 2;
const HOUR_USED = 3;
const DAY_USED = 4;

const DEFAULT_BUCKETS = 32_768;

/** Attempts to take a lock before the thread sleeps: whoever holds it was put aside by the operating system. */
const SPINS = 200;
const SLEEP_MILLISECONDS = 1;

/**
 * Makes memory for quotas that threads share, 256 bytes for each 12 subjects of a day; the default is 8 MiB for 390,000.
 *
 * `buckets` is a power of two.
 */
export function makeQuotaMemory(buckets = DEFAULT_BUCKETS): SharedArrayBuffer {
  return new SharedArrayBuffer(buckets * BUCKET_WORDS * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * Both windows of each subject of the present day, exact across all threads that share the memory.
 *
 * Subjects of past days make room for others by themselves. Where a bucket is full of present ones, the one with the fewest requests is
 * forgotten and begins anew: whoever fills the memory with many addresses drives out those first.
 */
export class QuotaMemory {
  readonly #words: Int32Array<SharedArrayBuffer>;
  readonly #bucketMask: number;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory);
    this.#bucketMask = this.#words.length / BUCKET_WORDS - 1;
  }

  /** Judges one request at a moment in milliseconds, and debits both windows if both allow it. */
  take(subjectId: string, limits: Limits, at: number): QuotaState {
    const words = this.#words;
    const [low, high] = hashOf(subjectId);
    const bucket = (low & this.#bucketMask) * BUCKET_WORDS;
    const hour = hourOf(at);
    this.#lock(bucket);
    const place = this.#enter(bucket, low, high, hour);
    const used: Used = { hour: words[place + HOUR_USED]!, day: words[place + DAY_USED]! };
    if (allowsMore(limits.perHour, used.hour) && allowsMore(limits.perDay, used.day)) {
      words[place + HOUR_USED] = used.hour + 1;
      words[place + DAY_USED] = used.day + 1;
    }
    Atomics.store(words, bucket, 0);
    return judgeQuota(limits, used, at);
  }

  /** How the windows stand at a moment. */
  peek(subjectId: string, limits: Limits, at: number): QuotaState {
    const words = this.#words;
    const [low, high] = hashOf(subjectId);
    const bucket = (low & this.#bucketMask) * BUCKET_WORDS;
    this.#lock(bucket);
    const place = this.#find(bucket, low, high);
    if (place !== -1) this.#turn(place, hourOf(at));
    const used = place === -1 ? NOTHING : { hour: words[place + HOUR_USED]!, day: words[place + DAY_USED]! };
    Atomics.store(words, bucket, 0);
    return describeQuota(limits, used, at);
  }

  /** Raises what is used of the windows at a moment to at least these counts. */
  restore(subjectId: string, used: Used, at: number): void {
    const words = this.#words;
    const [low, high] = hashOf(subjectId);
    const bucket = (low & this.#bucketMask) * BUCKET_WORDS;
    this.#lock(bucket);
    const place = this.#enter(bucket, low, high, hourOf(at));
    words[place + HOUR_USED] = Math.max(words[place + HOUR_USED]!, used.hour);
    words[place + DAY_USED] = Math.max(words[place + DAY_USED]!, used.day);
    Atomics.store(words, bucket, 0);
  }

  /** Forgets subjects of past days in a share of the buckets; asked so many times in turn, in all of them. */
  sweep(at: number, share: number, shares: number): void {
    const words = this.#words;
    const today = dayOf(hourOf(at));
    const buckets = words.length / BUCKET_WORDS;
    for (let each = share; each < buckets; each += shares) {
      const bucket = each * BUCKET_WORDS;
      this.#lock(bucket);
      for (let place = bucket + 1; place <= bucket + PLACES * PLACE_WORDS; place += PLACE_WORDS) {
        if (words[place + HASH_HIGH] !== 0 && dayOf(words[place + HOUR]!) < today)
          words.fill(0, place, place + PLACE_WORDS);
      }
      Atomics.store(words, bucket, 0);
    }
  }

  #lock(bucket: number): void {
    const words = this.#words;
    for (let tries = 1; Atomics.compareExchange(words, bucket, 0, 1) !== 0; tries += 1) {
      if (tries % SPINS === 0) Atomics.wait(words, bucket, 1, SLEEP_MILLISECONDS);
    }
  }

  /** The place of a subject, or -1. */
  #find(bucket: number, low: number, high: number): number {
    const words = this.#words;
    const end = bucket + PLACES * PLACE_WORDS;
    for (let place = bucket + 1; place <= end; place += PLACE_WORDS) {
      if (words[place] === low && words[place + HASH_HIGH] === high) return place;
    }
    return -1;
  }

  /** The place of a subject with the present windows, made where there is none. */
  #enter(bucket: number, low: number, high: number, hour: number): number {
    const found = this.#find(bucket, low, high);
    if (found !== -1) {
      this.#turn(found, hour);
      return found;
    }
    const words = this.#words;
    const place = this.#makeRoom(bucket, dayOf(hour));
    words[place + HASH_LOW] = low;
    words[place + HASH_HIGH] = high;
    words[place + HOUR] = hour;
    words[place + HOUR_USED] = 0;
    words[place + DAY_USED] = 0;
    return place;
  }

  /** A place that is free or belongs to a past day; else the one with the fewest requests of its day. */
  #makeRoom(bucket: number, today: number): number {
    const words = this.#words;
    let least = bucket + 1;
    for (let place = bucket + 1; place <= bucket + PLACES * PLACE_WORDS; place += PLACE_WORDS) {
      if (words[place + HASH_HIGH] === 0 || dayOf(words[place + HOUR]!) < today) return place;
      if (words[place + DAY_USED]! < words[least + DAY_USED]!) least = place;
    }
    return least;
  }

  /**
   * Begins new windows where they are due. A clock that is put back by less than an hour goes on with the later window; one that was far
   * ahead is not believed any more.
   */
  #turn(place: number, hour: number): void {
    const words = this.#words;
    const before = words[place + HOUR]!;
    if (before === hour || before === hour + 1) return;
    words[place + HOUR] = hour;
    words[place + HOUR_USED] = 0;
    if (dayOf(before) !== dayOf(hour)) words[place + DAY_USED] = 0;
  }
}

const NOTHING: Used = { hour: 0, day: 0 };

function dayOf(hour: number): number {
  return Math.floor(hour / 24);
}

const hashed: [low: number, high: number] = [0, 0];

/**
 * 64 bits of a subject's id, in one array that is used again. Ids are random or keyed hashes themselves, so nobody can choose two that
 * meet; the upper half is never 0, which stands for a free place.
 */
function hashOf(subjectId: string): readonly [low: number, high: number] {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < subjectId.length; at += 1) {
    const code = subjectId.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul((high ^ code) + (high >>> 15), 0x5bd1e995);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
  high = Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  hashed[0] = low ^ (low >>> 13);
  hashed[1] = high ^ (high >>> 16) || 1;
  return hashed;
}
