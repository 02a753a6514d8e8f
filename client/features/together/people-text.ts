import { listNames } from "@understudy/shared/list-names.ts";
import type { PersonState } from "@understudy/shared/live/presence.ts";
import type { ShownViewer } from "#data/presence.ts";
import { tabLabel } from "#job/tabs.ts";

/** Says who follows a person. */
export function listFollowers(colleagues: readonly ShownViewer[], userId: number): string {
  const followers = colleagues.filter(({ state, hasLeft }) => state?.following === userId && !hasLeft);
  if (followers.length === 0) return "Nobody follows you yet.";
  const names = listNames(followers.map(({ name }) => name));
  return followers.length === 1 ? `${names} follows you.` : `${names} follow you.`;
}

/** Says what a person does on the page, such as `Zoe: Emulator, at Scalar outputs, away`. */
export function describePerson(
  { name, state }: Pick<ShownViewer, "name" | "state">,
  objective: Parameters<typeof tabLabel>[1]["objective"],
): string {
  if (state === null) return name;
  const { tab, part, is_idle, is_presenting }: PersonState = state;
  const parts = [
    tab === null ? null : tabLabel(tab, { objective }),
    part === null ? null : `at “${part}”`,
    is_presenting ? "presenting" : null,
    is_idle ? "away" : null,
  ].filter((text) => text !== null);
  return parts.length === 0 ? name : `${name}: ${parts.join(", ")}`;
}

/**
 * The person to follow for somebody who wants to follow another one: that person, or whom that person follows in turn.
 * Null: it would be the reader.
 */
export function findLeader(colleagues: readonly ShownViewer[], userId: number): number | null {
  const visited = new Set<number>();
  let leader = userId;
  while (!visited.has(leader)) {
    visited.add(leader);
    const person = colleagues.find(({ user_id }) => user_id === leader);
    if (person === undefined) return null;
    const next = person.state?.following ?? null;
    if (next === null) return leader;
    leader = next;
  }
  return null;
}

/**
 * Returns whether a reader has to stop following because people follow each other in a circle, as two do who begin at the same moment.
 * Only the one with the highest id stops.
 */
export function shouldStopFollowing(
  colleagues: readonly ShownViewer[],
  readerId: number,
  followedId: number,
): boolean {
  const circle = [readerId];
  let next: number | null = followedId;
  while (next !== null && !circle.includes(next)) {
    const userId: number = next;
    circle.push(userId);
    const person = colleagues.find(({ user_id, hasLeft }) => user_id === userId && !hasLeft);
    next = person?.state?.following ?? null;
  }
  return next === readerId && Math.max(...circle) === readerId;
}
