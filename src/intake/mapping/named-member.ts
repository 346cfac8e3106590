/**
 * Finds a member of an object of `mapping.json` by a name of its publisher. A name such as
 * `constructor` is a member of every object, and none of these unless it stands there.
 */
export function namedMember<Member>(
  members: Readonly<Record<string, Member>> | undefined,
  name: string,
): Member | undefined {
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}
