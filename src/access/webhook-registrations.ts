import { randomBytes } from "node:crypto";
import { makeRandomId } from "./api-key.ts";
import type { KeySubject } from "./subject.ts";
import type { Delivery, Webhook, Webhooks } from "./webhooks.ts";

/** A webhook that was just registered. */
export interface NewWebhook {
  readonly webhook: Webhook;
  /** `whsec_` and 32 bytes in base64; shown once. */
  readonly secret: string;
}

/** A secret of a webhook that was just made. */
export interface ReplacedSecret extends Pick<NewWebhook, "secret"> {
  readonly createdAt: Date;
  /** The time when the one before ends. */
  readonly oldEndsAt: Date;
}

/** The reason to refuse a webhook: `fault` is about its URL, as a predicate for people. */
export type RefusedWebhook =
  { readonly kind: "fault"; readonly fault: string } | { readonly kind: "too_many" } | { readonly kind: "no_key" };

/**
 * Functions for the holder of a key to manage its webhooks; keys that replaced one another share
 * them. All reject with `StoreUnavailable`.
 */
export interface WebhookRegistrations {
  /** Looks the host of the URL up, which takes a few seconds at most. */
  register(
    caller: KeySubject,
    wanted: { readonly url: string; readonly topics: readonly string[] },
  ): Promise<NewWebhook | RefusedWebhook>;
  /** Lists webhooks in order of creation. */
  list(caller: KeySubject): Promise<readonly Webhook[]>;
  /** Lists deliveries to all webhooks of the caller, newest first. */
  deliveries(caller: KeySubject): Promise<readonly Delivery[]>;
  /**
   * Gives a webhook another secret, which is shown once; the one before is valid for as many
   * seconds more. Null where the caller has no webhook of this id.
   */
  replaceSecret(caller: KeySubject, id: string, keepOldSeconds: number): Promise<ReplacedSecret | null>;
  /** Deletes a webhook and its deliveries; false where the caller has none of this id. */
  remove(caller: KeySubject, id: string): Promise<boolean>;
  /**
   * Makes an event due for one webhook and returns its id; null where the caller has no such
   * webhook that works.
   */
  tell(
    caller: KeySubject,
    id: string,
    event: { readonly type: string; readonly payload: string },
  ): Promise<string | null>;
}

/** Returns the reason why nothing may be sent to a URL, as a predicate for people, or null. */
export type FindUrlFault = (url: string) => Promise<string | null>;

/** Refuses every URL, in a service that sends no webhooks. */
export const refuseEveryUrl: FindUrlFault = () => Promise.resolve("cannot be told anything by this service");

interface RegistrationParts {
  readonly webhooks: Webhooks;
  readonly findUrlFault: FindUrlFault;
  readonly now: () => Date;
}

const SECRET_BYTES = 32;
const ID_CHARACTERS = 24;

export function buildWebhookRegistrations(parts: RegistrationParts): WebhookRegistrations {
  const { webhooks, findUrlFault, now } = parts;
  return {
    async register({ id: owner }, { url, topics }) {
      const fault = await findUrlFault(url);
      if (fault !== null) return { kind: "fault", fault };
      const { bytes, secret } = newSecret();
      const id = `wh_${makeRandomId(ID_CHARACTERS)}`;
      const created = { id, url: new URL(url).href, topics, createdAt: now() };
      const outcome = await webhooks.create(owner, created, bytes);
      if (outcome !== "created") return { kind: outcome };
      return { webhook: { ...created, disabled: null }, secret };
    },
    list: ({ id: owner }) => webhooks.list(owner),
    deliveries: ({ id: owner }) => webhooks.deliveries(owner),
    async replaceSecret({ id: owner }, id, keepOldSeconds) {
      const { bytes, secret } = newSecret();
      const createdAt = now();
      const oldEndsAt = new Date(createdAt.getTime() + keepOldSeconds * 1000);
      const isReplaced = await webhooks.replaceSecret(owner, id, bytes, keepOldSeconds === 0 ? null : oldEndsAt);
      return isReplaced ? { secret, createdAt, oldEndsAt } : null;
    },
    remove: ({ id: owner }, id) => webhooks.remove(owner, id),
    async tell({ id: owner }, id, event) {
      const eventId = `evt_${makeRandomId(ID_CHARACTERS)}`;
      return (await webhooks.tell(owner, id, { ...event, id: eventId }, now())) ? eventId : null;
    },
  };
}

/** Makes a secret, as it is stored and as its owner gets it. */
function newSecret(): { readonly bytes: Uint8Array; readonly secret: string } {
  const bytes = randomBytes(SECRET_BYTES);
  return { bytes, secret: `whsec_${bytes.toString("base64")}` };
}
