import type { Access } from "../access/access.ts";
import { type FollowedState, troublesOf } from "../distribution/follower.ts";
import { Problem } from "../problem.ts";
import type { Releases } from "../release/snapshot.ts";

interface ReadinessParts {
  readonly releases: Releases;
  readonly access: Access | null;
  readonly followed: () => FollowedState | null;
  readonly state: { readonly isClosing: boolean };
  readonly now: () => Date;
}

/**
 * Builds what `/readyz` says. It throws a Problem while requests should be sent to another node;
 * what is degraded does not keep a node from answering. Sentences and addresses stay in the log,
 * because everybody can read this.
 */
export function buildReadiness({ releases, access, followed, state, now }: ReadinessParts): () => object {
  return () => {
    if (state.isClosing) throw new Problem("unavailable", "The service is stopping; another one will answer.");
    const known = followed();
    const ofAccess = (access?.degraded() ?? []).map(({ part }) => part);
    return {
      status: "ready",
      release: releases.current().manifest.id,
      refused_release: releases.refused(),
      degraded: [...ofAccess, ...releases.troubles(), ...troublesOf(known, now())],
      ...(known === null ? {} : { origin: describeFollowed(known) }),
    };
  };
}

function describeFollowed({ holds, serves, readAt, trouble, expires }: FollowedState): object {
  return { holds, serves, read_at: readAt?.toISOString() ?? null, expires, trouble: trouble?.kind ?? null };
}
