import { createHash } from "node:crypto";
import {
  type JobNotes,
  MAX_NOTES_BYTES,
  MAX_NOTES_LENGTH,
  NOTES_RATE,
  NOTES_TEXT,
} from "@understudy/shared/api/job-notes.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { LRUCache } from "lru-cache";
import { applyUpdate, Doc, decodeStateVector, encodeStateAsUpdate, encodeStateVector } from "yjs";
import { invalid, notFound, Problem } from "../../core/problem.ts";
import { isDuplicate } from "../../models/collection.ts";
import type { JobRecord } from "../../models/job.ts";
import type { NotesRecord } from "../../models/notes.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords, Platform, Records } from "../../platform/platform.ts";
import { limitPerson } from "../../rate-limits/limiter.ts";

/** The updates after the snapshot. More of them make a read longer, fewer make more writes as large as the whole text. */
const MAX_UPDATES = 100;
/** Compactions that lost to an update of somebody else, each of which stored that update. */
const MAX_ATTEMPTS = 50;
/** After a pause of this length (s) the next edit of a person is an editing session of its own. */
const SESSION_PAUSE_S = 30 * 60;

/** An update makes a document longer by at most so many times its own length: a deletion of three bytes parts one item into three. */
const MAX_GROWTH = 16;
/** A process keeps the documents that were used last, of so many characters as they are stored: in memory they take some twenty times as much. */
const MAX_KEPT_LENGTH = 2_000_000;

export type Notes = { readonly doc: Doc; readonly record: NotesRecord };

/** By the store that they were read from, and by job. Reading a long document takes as long as everybody else may wait. */
const documentsByStore = new WeakMap<Records["store"], LRUCache<number, Notes>>();

const measureLength = ({ record: { snapshot, updates } }: Notes): number =>
  updates.reduce((length, update) => length + update.length, snapshot.length + 1);

function keepDocument({ store }: Records, notes: Notes): void {
  const documents =
    documentsByStore.get(store) ??
    new LRUCache<number, Notes>({ maxSize: MAX_KEPT_LENGTH, sizeCalculation: measureLength });
  documents.set(notes.record._id, notes);
  documentsByStore.set(store, documents);
}

/** Nobody else has a document that was taken, so that whoever takes it may change it. */
function takeDocument({ store }: Records, jobId: number): Notes | null {
  const documents = documentsByStore.get(store);
  const notes = documents?.get(jobId) ?? null;
  documents?.delete(jobId);
  return notes;
}

const decode = (update: string): Uint8Array => Buffer.from(update, "base64");
const encode = (update: Uint8Array): string => Buffer.from(update).toString("base64");

/** The notes as they are stored; those that nobody has written yet are empty. */
async function loadNotes({ store }: Records, jobId: number): Promise<Notes> {
  const stored = await store.notes.findOne({ _id: jobId });
  const record = stored ?? { _id: jobId, snapshot: "", updates: [], revision: 0 };
  const earlier = takeDocument({ store }, jobId);
  return (earlier && advance(earlier, record)) ?? { doc: readDocument(record), record };
}

function readDocument({ snapshot, updates }: NotesRecord): Doc {
  const doc = new Doc();
  for (const update of [snapshot, ...updates]) if (update !== "") applyUpdate(doc, decode(update));
  return doc;
}

/** Adds to a document what was stored since. @returns null: the updates that it lacks were joined with others */
function advance({ doc, record: { revision } }: Notes, record: NotesRecord): Notes | null {
  const missing = record.revision - revision;
  if (missing < 0 || missing > record.updates.length) return null;
  for (const update of record.updates.slice(record.updates.length - missing))
    applyUpdate(doc, decode(update));
  return { doc, record };
}

/** Reads the notes as people see them. */
export async function readNotes(platform: Records, job: JobRecord): Promise<JobNotes> {
  const notes = await loadNotes(platform, job._id);
  await repairHasNotes(platform, job, notes);
  // From now on somebody else may take the document and change it.
  keepDocument(platform, notes);
  return presentNotes(notes);
}

export const presentNotes = ({ doc, record }: Notes): JobNotes => ({
  text: doc.getText(NOTES_TEXT).toString(),
  update: encode(encodeStateAsUpdate(doc)),
  revision: record.revision,
});

/**
 * Stores an edit and pushes it. One that is stored already changes nothing.
 * @param update of Yjs, in Base64
 * @throws Problem 400 for what is no edit of these notes, 409 where they are full, 404 where the job is gone
 */
export async function updateNotes(platform: LiveRecords, job: JobRecord, update: string): Promise<Notes> {
  return await changeNotes(platform, job, (doc) => {
    let isNew = false;
    const note = () => {
      isNew = true;
    };
    doc.on("update", note);
    applyEdit(doc, decode(update));
    doc.off("update", note);
    return isNew ? update : null;
  });
}

/**
 * Appends lines. They are inserted under the name of a Yjs client that only this key has: where that client is known already, the
 * lines have been appended before.
 * @throws Problem as `updateNotes`
 */
export async function appendToNotes(
  platform: LiveRecords,
  user: User,
  job: JobRecord,
  { text, key }: { readonly text: string; readonly key: string },
): Promise<Notes> {
  const clientId = createHash("sha256").update(`${user._id} ${key}`).digest().readUIntBE(0, 6);
  return await changeNotes(platform, job, (doc) => {
    const before = encodeStateVector(doc);
    if (decodeStateVector(before).has(clientId)) return null;
    doc.clientID = clientId;
    const notes = doc.getText(NOTES_TEXT);
    const stored = notes.toString();
    const separator = stored === "" || stored.endsWith("\n") ? "" : "\n";
    notes.insert(notes.length, separator + text.replaceAll(/\r\n?/g, "\n"));
    return encode(encodeStateAsUpdate(doc, before));
  });
}

/** @throws Problem 429 */
export async function limitNotesRate(
  { redis, config }: Pick<Platform, "config" | "redis">,
  user: User,
): Promise<void> {
  const rule = { ...NOTES_RATE, keyPrefix: `${config.redisPrefix}:notes` };
  await limitPerson(redis, rule, user._id, MESSAGES.tooManyNoteEdits);
}

/** Tells whether an edit begins an editing session: the person has not edited these notes for half an hour. */
export async function beginsSession(
  { redis, config }: Pick<Platform, "config" | "redis">,
  user: User,
  jobId: number,
): Promise<boolean> {
  const key = `${config.redisPrefix}:notes-session:${jobId}:${user._id}`;
  const before = await redis.set(key, "", "EX", SESSION_PAUSE_S, "GET");
  return before === null;
}

/** @throws Problem 400, 409 */
function applyEdit(doc: Doc, update: Uint8Array): void {
  try {
    applyUpdate(doc, update);
  } catch {
    throw invalid({ update: [MESSAGES.notesInvalid] });
  }
  // A document that names other texts would hide there what nobody sees.
  doc.getText(NOTES_TEXT);
  if (doc.share.size > 1) throw invalid({ update: [MESSAGES.notesInvalid] });
  // Yjs keeps an edit that is based on missing ones until those arrive.
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null)
    throw new Problem(409, MESSAGES.notesBehind);
}

/** @param edit changes the document and returns the update that does so, in Base64; null: nothing changes */
async function changeNotes(
  platform: LiveRecords,
  job: JobRecord,
  edit: (doc: Doc) => string | null,
): Promise<Notes> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const notes = await loadNotes(platform, job._id);
    const update = edit(notes.doc);
    if (update === null) {
      await repairHasNotes(platform, job, notes);
      keepDocument(platform, notes);
      return notes;
    }
    const record = await storeUpdate(platform, notes, update);
    if (record === null) continue;
    const { doc } = notes;
    // A joined document is this one; updates are stored beside those of others, which may have been joined since.
    const advanced = record.updates.length === 0 ? { doc, record } : advance(notes, record);
    const changed = advanced ?? (await loadNotes(platform, job._id));
    await keepHasNotes(platform, changed);
    platform.publish.notes(changed.record, update, hasText(changed));
    keepDocument(platform, changed);
    return changed;
  }
  throw new Problem(503);
}

/**
 * Appends an update, whatever others append meanwhile; every hundredth time the updates are joined instead, unless somebody
 * has stored another one since they were read.
 * @param doc with the update
 * @returns null: to be tried again
 */
async function storeUpdate(
  { store }: Records,
  { doc, record }: Notes,
  update: string,
): Promise<NotesRecord | null> {
  const { _id, revision, updates } = record;
  if (doc.getText(NOTES_TEXT).length > MAX_NOTES_LENGTH)
    throw new Problem(409, MESSAGES.notesTooLong(MAX_NOTES_LENGTH));
  const isJoined = revision > 0 && updates.length >= MAX_UPDATES;
  const growth = [...updates, update].reduce((length, each) => length + MAX_GROWTH * each.length, 0);
  // Four characters of Base64 are three bytes.
  const mayBeFull = 0.75 * (record.snapshot.length + growth) > MAX_NOTES_BYTES;
  const snapshot = isJoined || mayBeFull ? encodeStateAsUpdate(doc) : null;
  if (snapshot !== null && snapshot.length > MAX_NOTES_BYTES) throw new Problem(409, MESSAGES.notesFull);
  if (revision === 0) {
    return await store.notes.insert({ _id, snapshot: "", updates: [update], revision: 1 }).catch((error) => {
      if (isDuplicate(error)) return null;
      throw error;
    });
  }
  if (!isJoined || snapshot === null)
    return await store.notes.update(
      { _id },
      {},
      { $push: { updates: { $each: [update] } }, $inc: { revision: 1 } },
    );
  const compacted = { snapshot: encode(snapshot), updates: [], revision: revision + 1 };
  return await store.notes.update({ _id, revision }, compacted);
}

const hasText = ({ doc }: Notes): boolean => doc.getText(NOTES_TEXT).length > 0;

/**
 * A process that ended between an edit and `keepHasNotes` leaves that to whoever sends the edit again, or reads the notes.
 * @param job as it was loaded
 */
async function repairHasNotes(platform: Records, job: JobRecord, notes: Notes): Promise<void> {
  if (job.notes_revision < notes.record.revision) await keepHasNotes(platform, notes);
}

/**
 * Keeps with the job whether its notes hold text, unless it tells so of a later revision of them.
 * @throws Problem 404 where the job was deleted: it takes its notes along
 */
async function keepHasNotes({ store }: Records, notes: Notes): Promise<void> {
  const { _id, revision } = notes.record;
  // Jobs from before the field have none.
  const isEarlier = { _id, notes_revision: { $not: { $gte: revision } } };
  const updated = await store.jobs.update(isEarlier, { has_notes: hasText(notes), notes_revision: revision });
  if (updated !== null || (await store.jobs.count({ _id })) > 0) return;
  await store.notes.remove({ _id });
  throw notFound(MESSAGES.jobNotFound);
}
