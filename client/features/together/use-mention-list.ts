import { useDebouncedCallback } from "@mantine/hooks";
import type { CommentPerson } from "@understudy/shared/api/comment.ts";
import { MAX_PROPOSED_PEOPLE } from "@understudy/shared/limits.ts";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { createMentionPattern } from "#ui/mentions.ts";
import type { Thread } from "./threads.ts";

/** People are asked for once typing has paused for this long, in ms. */
const WAIT_MS = 150;

/** The people who are proposed while a name is typed after an @, chosen by arrow keys and Enter. */
export function useMentionList(jobId: number, threads: readonly Thread[]) {
  const { id: readerId, restricted } = useCurrentUser();
  const [people, setPeople] = useState<readonly CommentPerson[]>([]);
  const [active, setActive] = useState(0);
  const listId = useId();
  /** The newest question: answers to earlier ones are dropped. */
  const lastQuery = useRef<string | null>(null);

  const show = (candidates: readonly CommentPerson[]) => {
    setPeople(candidates.filter(({ id }) => id !== readerId).slice(0, MAX_PROPOSED_PEOPLE));
    setActive(0);
  };
  const close = () => {
    lastQuery.current = null;
    setPeople([]);
  };
  const ask = useDebouncedCallback((query: string) => {
    if (lastQuery.current !== query) return;
    const request = { params: { job_id: jobId }, query: query === "" ? {} : { filter: query } };
    call("listMentionable", request).then(
      ({ items }) => {
        if (lastQuery.current === query) show(items);
      },
      // Without proposals the text is still a text.
      () => {},
    );
  }, WAIT_MS);
  const follow = (text: string, caret: number) => {
    const query = findMentionQuery(text, caret);
    if (query === null) return close();
    lastQuery.current = query;
    const authors = listAuthors(threads).filter(({ name }) =>
      name.toLowerCase().includes(query.toLowerCase()),
    );
    // Restricted users know of nobody else.
    if (restricted) show(authors);
    else ask(query);
  };
  /** @returns whether the key was meant for the list */
  const press = (event: KeyboardEvent, pick: (person: CommentPerson) => void): boolean => {
    if (people.length === 0) return false;
    const chosen = people[active];
    if (event.key === "ArrowDown") setActive((active + 1) % people.length);
    else if (event.key === "ArrowUp") setActive((active + people.length - 1) % people.length);
    else if (event.key === "Escape") close();
    else if ((event.key === "Enter" || event.key === "Tab") && chosen !== undefined) pick(chosen);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isOpen = people.length > 0;
  return {
    people,
    active,
    listId,
    follow,
    close,
    press,
    inputProps: {
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? listId : undefined,
      "aria-activedescendant": isOpen ? `${listId}-${active}` : undefined,
    } as const,
  };
}

function listAuthors(threads: readonly Thread[]): readonly CommentPerson[] {
  const people = threads.flatMap(({ comments }) => comments.map(({ author }) => author));
  return [...new Map(people.map((person) => [person.id, person])).values()];
}

/** Longer texts after an @ are no names. */
const MAX_QUERY_LENGTH = 40;
const BEGUN_MENTION = /(?:^|[\s(])@((?:[^\s@][^@\n]*)?)$/;

/** The name that is being typed before the caret; null: none. */
export function findMentionQuery(text: string, caret: number): string | null {
  const [, query] = BEGUN_MENTION.exec(text.slice(0, caret)) ?? [];
  return query === undefined || query.length > MAX_QUERY_LENGTH ? null : query;
}

/** Replaces the name that is being typed by a person's. @returns the text, and the place of the caret in it */
export function insertMention(text: string, caret: number, name: string): { next: string; caret: number } {
  const query = findMentionQuery(text, caret) ?? "";
  const before = text.slice(0, caret - query.length);
  const mention = `${name} `;
  return {
    next: `${before}${mention}${text.slice(caret).trimStart()}`,
    caret: before.length + mention.length,
  };
}

/** Those of the chosen people whom the text still names. */
export function listMentioned(text: string, people: readonly CommentPerson[]): readonly CommentPerson[] {
  if (people.length === 0) return [];
  const pattern = createMentionPattern(people.map(({ name }) => name));
  const mentions = new Set(Array.from(text.matchAll(pattern), ([mention]) => mention));
  return people.filter(({ name }) => mentions.has(`@${name}`));
}
