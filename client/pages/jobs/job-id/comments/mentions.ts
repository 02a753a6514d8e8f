/** Mentions in the text of a comment: `@` and a name. */
import type { CommentPerson } from "@understudy/shared/api/comment.ts";

/** Longer texts after an @ are no names. */
const MAX_QUERY_LENGTH = 40;
const BEGUN_MENTION = /(?:^|[\s(])@([^@\n]*)$/;

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
export const listMentioned = (text: string, people: readonly CommentPerson[]): readonly CommentPerson[] =>
  people.filter(({ name }) => text.includes(`@${name}`));
