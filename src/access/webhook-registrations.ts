import { randomBytes } from "node:crypto";
import { makeRandomId } from "./api-key.ts";
import type { KeySubject } from "./subject.ts";
import type { Webhooks } from "./store/webhooks-store.ts";
import type { Webhook, WebhookEvent } from "./webhooks.ts";

/** A webhook that was just registered. */
export interface NewWebhook {
  readonly webhook: Webhook;
  /** `whsec_` and 32 bytes in base64; shown once. */
  readonly secret: string;
}

type WantedWebhook = Pick<Webhook, "url" | "topics">;

/** The reason to refuse a webhook: `fault` is about its URL, as a predicate for people. */
export type RefusedWebhook =
  { readonly kind: "fault"; readonly fault: string } | { readonly kind: "too_many" } | { readonly kind: "no_key" };

/** Returns the reason why nothing may be sent to a URL, as a predicate for people, or null. */
export type FindUrlFault = (url: string) => Promise<string | null>;

/** Refuses every URL, in a service that sends no webhooks. */
export const refuseEveryUrl: FindUrlFault = () => Promise.resolve("cannot be told anything by this service");

const SECRET_BYTES = 32;
const ID_CHARACTERS = 24;

export type WebhookRegistrations = ReturnType<typeof buildWebhookRegistrations>;

/**
 * Builds the functions for the holder of a key to manage its webhooks; keys that replaced one
 * another share them. All reject with `StoreUnavailable`.
 */
export function buildWebhookRegistrations(webhooks: Webhooks, findUrlFault: FindUrlFault, now: () => Date) {
  return {
    /** Looks the host of the URL up, which takes a few seconds at most. */
    async register({ id: owner }: KeySubject, { url, topics }: WantedWebhook): Promise<NewWebhook | RefusedWebhook> {
      const fault = await findUrlFault(url);
      if (fault !== null) return { kind: "fault", fault };
      const { bytes, secret } = newSecret();
      const id = `wh_${makeRandomId(ID_CHARACTERS)}`;
      const created = { id, url: new URL(url).href, topics, createdAt: now() };
      const outcome = await webhooks.create(owner, created, bytes);
      if (outcome !== "created") return { kind: outcome };
      return { webhook: { ...created, disabled: null }, secret };
    },
    /** Lists webhooks in order of creation. */
    list: ({ id: owner }: KeySubject) => webhooks.list(owner),
    /** Lists deliveries to all webhooks of the caller, newest first. */
    deliveries: ({ id: owner }: KeySubject) => webhooks.deliveries(owner),
    /**
     * Gives a webhook another secret, which is shown once; the one before is valid for as many
     * seconds more. Null where the caller has no webhook of this id.
     */
    async replaceSecret({ id: owner }: KeySubject, id: string, keepOldSeconds: number) {
      const { bytes, secret } = newSecret();
      const createdAt = now();
      const oldEndsAt = new Date(createdAt.getTime() + keepOldSeconds * 1000);
      const isReplaced = await webhooks.replaceSecret(owner, id, bytes, keepOldSeconds === 0 ? null : oldEndsAt);
      return isReplaced ? { secret, createdAt, oldEndsAt } : null;
    },
    /** Deletes a webhook and its deliveries; false where the caller has none of this id. */
    remove: ({ id: owner }: KeySubject, id: string) => webhooks.remove(owner, id),
    /**
     * Makes an event due for one webhook and returns its id; null where the caller has no such
     * webhook that works.
     */
    async tell({ id: owner }: KeySubject, id: string, event: Pick<WebhookEvent, "type" | "payload">) {
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
