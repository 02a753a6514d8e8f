import mongoose, {
  type ClientSession,
  type Connection,
  type IndexDefinition,
  type IndexOptions,
  type Model,
  type QueryFilter,
  type SortOrder,
} from "mongoose";
import type { z } from "zod";

/** A record's zod schema is the one declaration of its fields; its `_id` is ours, never an ObjectId. */
export type RecordSchema = z.ZodObject<{ _id: z.ZodType<string | number> }>;
export type Filter<S extends RecordSchema> = QueryFilter<z.output<S>>;
export type Index = readonly [IndexDefinition, IndexOptions?];
/** A part of one index, between two of its keys; values may be of any type, null included. */
type Range = {
  /** Every field rises. */
  index: Readonly<Record<string, 1>>;
  /** The first and the last key, or their first fields: `{ job_id: 1 }` stands before, or after, all keys that begin with it. */
  from: Readonly<Record<string, unknown>>;
  to: Readonly<Record<string, unknown>>;
};
/** Everything read at one moment is as it was at the first of these reads; it lasts some minutes. */
export type Moment = ClientSession;
export type Window = {
  /** The records in this range, in the order of the index. A filter beside it reads each of them. */
  range?: Range;
  /** The index to use. Among several MongoDB chooses anew, by trial, whenever much more is skipped than the last time. */
  hint?: Readonly<Record<string, 1>>;
  sort?: Record<string, SortOrder>;
  /** Sort texts as people read them: "job 2" before "Job 10". Texts in the filter are then compared so too. */
  naturally?: boolean;
  skip?: number;
  limit?: number;
  moment?: Moment | undefined;
};
/** Fields to set, and by operator: fields to increment, to append to or to remove from. */
export type Change<S extends RecordSchema> = Partial<z.output<S>>;
export type Operators = {
  $inc?: Record<string, number>;
  $push?: Record<string, { $each: readonly unknown[]; $position?: number; $slice?: number }>;
  $pull?: Record<string, { $in: readonly unknown[] }>;
};

const DUPLICATE_KEY = 11_000;
/** Tells whether a write was refused because a unique field's value is taken. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY;

/**
 * The codes by which MongoDB refuses what only a primary does, or interrupts it, while another one is elected ("not primary" and "node is
 * shutting down" in the specification of the drivers).
 */
const ELECTION_CODES: ReadonlySet<number> = new Set([
  91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** An operation is unanswered when no database answered it in time: it may succeed when it is tried again later. */
export const isUnanswered = (error: unknown): boolean =>
  // An insertion drops the driver's error and keeps its message; only an answer of the server has a code.
  (error instanceof mongoose.mongo.MongoBulkWriteError && error.code === undefined) ||
  error instanceof mongoose.mongo.MongoNetworkError ||
  error instanceof mongoose.mongo.MongoServerSelectionError ||
  error instanceof mongoose.Error.MongooseServerSelectionError ||
  (error instanceof mongoose.mongo.MongoError && error.hasErrorLabel("RetryableWriteError")) ||
  // What a primary that steps down interrupts in the middle, as the second part of a long answer, has no label.
  (error instanceof mongoose.mongo.MongoServerError && ELECTION_CODES.has(Number(error.code)));

/** A field that a record has only while it is being changed. */
const PER_RECORD_FIELD = "_own";

const { MinKey, MaxKey } = mongoose.mongo;
/** A key of all the index's fields, as MongoDB requires; `rest` fills those that are not given. */
const wholeKey = ({ index }: Range, key: Range["from"], rest: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.keys(index).map((field) => [field, field in key ? key[field] : rest]));

const NATURAL_ORDER = { locale: "en", numericOrdering: true } as const;

/** One collection. Its schema parses every record that is written or read; callers get plain objects. */
export class Collection<S extends RecordSchema> {
  readonly #schema: S;
  /** Made once: making it takes longer than a hundred uses. */
  readonly #parsePart: (change: Change<S>) => Record<string, unknown>;
  readonly #model: Model<z.output<S>>;

  constructor(connection: Connection, name: string, schema: S, indexes: readonly Index[] = []) {
    this.#schema = schema;
    const part = schema.partial();
    this.#parsePart = (change) => part.parse(change);
    // strict: zod has looked already. minimize would drop empty objects, which mean something here.
    const loose = new mongoose.Schema<z.output<S>>(
      {},
      { strict: false, minimize: false, versionKey: false, autoIndex: false, _id: false },
    );
    for (const [fields, options] of indexes) loose.index(fields, options);
    this.#model = connection.model<z.output<S>>(name, loose, name);
  }

  /** Creates and removes its indexes. */
  async prepare(): Promise<void> {
    await prepareIndexes(this.#model);
  }

  async findOne(filter: Filter<S>): Promise<z.output<S> | null> {
    const document = await this.#model.findOne(filter).lean();
    return document === null ? null : this.#schema.parse(document);
  }

  /** All matching records; with `as`, only the fields that `as` names, and no others are read. */
  async find(filter: Filter<S>, window?: Window): Promise<z.output<S>[]>;
  async find<V extends RecordSchema>(filter: Filter<S>, window: Window, as: V): Promise<z.output<V>[]>;
  async find(filter: Filter<S>, window: Window = {}, as: RecordSchema = this.#schema) {
    const { range, hint, sort, naturally, skip, limit, moment } = window;
    const query = this.#model.find(filter).select(Object.keys(as.shape));
    if (range) {
      const [min, max] = [wholeKey(range, range.from, new MinKey()), wholeKey(range, range.to, new MaxKey())];
      query.hint(range.index).sort(range.index).setOptions({ min, max });
    }
    if (hint) query.hint(hint);
    if (sort) query.sort(sort);
    if (naturally) query.collation(NATURAL_ORDER);
    if (skip) query.skip(skip);
    if (limit) query.limit(limit);
    if (moment) query.session(moment);
    const documents = await query.lean();
    return documents.map((record) => as.parse(record));
  }

  async count(filter: Filter<S>, moment?: Moment): Promise<number> {
    return await this.#model.countDocuments(filter).session(moment ?? null);
  }

  /** @throws an error that `isDuplicate` when a unique field's value is taken. */
  async insert(record: z.output<S>): Promise<z.output<S>> {
    const parsed = this.#schema.parse(record);
    await this.#model.insertMany([parsed], { lean: true });
    return parsed;
  }

  /**
   * Inserts records in one request, in order. With `again`, records that exist are left as they are, so that an interrupted
   * insertion can be repeated.
   */
  async insertAll(records: readonly z.output<S>[], { again = false } = {}): Promise<void> {
    if (records.length === 0) return;
    const parsed = records.map((record) => this.#schema.parse(record));
    await this.#model.insertMany(parsed, { lean: true, ordered: !again }).catch((error: unknown) => {
      if (!again || !isDuplicate(error)) throw error;
    });
  }

  /** Changes the one record that matches and returns it as it then is; null when none matches. */
  async update(filter: Filter<S>, change: Change<S>, operators: Operators = {}): Promise<z.output<S> | null> {
    const updated = await this.#model
      .findOneAndUpdate(filter, this.#updateOf(change, operators), { returnDocument: "after" })
      .lean();
    return updated === null ? null : this.#schema.parse(updated);
  }

  /** Changes all that match; returns how many did. */
  async updateAll(filter: Filter<S>, change: Change<S>, operators: Operators = {}): Promise<number> {
    const { matchedCount } = await this.#model.updateMany(filter, this.#updateOf(change, operators));
    return matchedCount;
  }

  /**
   * Changes many records, each to values of its own, in one request. All changes must be of the same fields.
   * @param changes by id; `only`: those of them that this holds of
   * @returns how many were changed
   */
  async updateEach(
    changes: ReadonlyMap<z.output<S>["_id"], Change<S>>,
    only: Filter<S> = {},
  ): Promise<number> {
    const values = [...changes.values()].map((change) => this.#partOf(change));
    const [first] = values;
    if (first === undefined) return 0;
    const ids = [...changes.keys()];
    const valueOfRecord = {
      $arrayElemAt: [{ $literal: values }, { $indexOfArray: [{ $literal: ids }, "$_id"] }],
    };
    const fields = Object.fromEntries(
      Object.keys(first).map((name) => [name, `$${PER_RECORD_FIELD}.${name}`]),
    );
    // One update by a pipeline costs MongoDB a fifth of as many single ones.
    const { matchedCount } = await this.#model.updateMany(
      { $and: [{ _id: { $in: ids } }, only] },
      [{ $set: { [PER_RECORD_FIELD]: valueOfRecord } }, { $set: fields }, { $unset: PER_RECORD_FIELD }],
      { updatePipeline: true },
    );
    return matchedCount;
  }

  /** The number of matching records by each value of a field. @param hint an index that covers filter and field */
  async countBy<K extends keyof z.output<S> & string>(
    filter: Filter<S>,
    field: K,
    hint?: Window["hint"],
  ): Promise<Map<z.output<S>[K], number>> {
    const groups = await this.#model.aggregate<{ _id: z.output<S>[K]; count: number }>(
      [{ $match: filter }, { $group: { _id: `$${field}`, count: { $sum: 1 } } }],
      hint && { hint },
    );
    return new Map(groups.map(({ _id, count }) => [_id, count]));
  }

  /** Changes the record that matches, or inserts it with `fresh` beside the change. */
  async upsert(filter: Filter<S>, fresh: Change<S>, operators: Operators): Promise<z.output<S>> {
    const update = { ...operators, $setOnInsert: this.#partOf(fresh) };
    const record = await this.#model
      .findOneAndUpdate(filter, update, { upsert: true, returnDocument: "after" })
      .lean();
    return this.#schema.parse(record);
  }

  /**
   * Raises a number to `least` where it is lower, or missing, and adds to it, in one step. The record is inserted if there is
   * none.
   * @returns the number as it then is
   */
  async raise(
    _id: z.output<S>["_id"],
    field: keyof z.output<S> & string,
    { least, more }: { readonly least: number; readonly more: number },
  ): Promise<z.output<S>> {
    // $max takes a missing field for less than every number.
    const raised = { $add: [{ $max: [`$${field}`, { $literal: least }] }, { $literal: more }] };
    const filter: Filter<S> = { _id };
    const record = await this.#model
      .findOneAndUpdate(filter, [{ $set: { [field]: raised } }], {
        ...{ upsert: true, returnDocument: "after", updatePipeline: true },
      })
      .lean();
    return this.#schema.parse(record);
  }

  async remove(filter: Filter<S>): Promise<number> {
    const { deletedCount } = await this.#model.deleteMany(filter);
    return deletedCount;
  }

  /** Removes the one record that matches and returns it as it was; null when none matches, or somebody else removes it. */
  async removeOne(filter: Filter<S>): Promise<z.output<S> | null> {
    const removed = await this.#model.findOneAndDelete(filter).lean();
    return removed === null ? null : this.#schema.parse(removed);
  }

  #updateOf(change: Change<S>, operators: Operators) {
    const set = this.#partOf(change);
    return Object.keys(set).length === 0 ? operators : { ...operators, $set: set };
  }

  /**
   * Leaves out the defaults of a schema: they are for records that were written before there was the field, not for
   * changes.
   */
  #partOf(change: Change<S>) {
    const parsed = this.#parsePart(change);
    for (const name of Object.keys(parsed)) if (!(name in change)) Reflect.deleteProperty(parsed, name);
    return parsed;
  }
}

/** Each process that starts beside this one may undo what it has just done, once. */
const MAX_ATTEMPTS = 10;
const { MongoServerError } = mongoose.mongo;

/** MongoDB's errors when another process drops or creates the same index at the same moment. */
const BESIDE_ANOTHER = ["IndexNotFound", "IndexBuildAborted", "BackgroundOperationInProgressForNamespace"];
const isBesideAnother = (error: unknown): boolean =>
  error instanceof MongoServerError && BESIDE_ANOTHER.includes(error.codeName ?? "");

/**
 * Makes the indexes of a collection those that its model declares: drops what was declared once, or otherwise, and creates
 * what is missing. An index of another name than MongoDB gives by itself is somebody else's, and stays.
 */
async function prepareIndexes<T>(model: Model<T>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { toDrop, toCreate } = await model.diffIndexes();
      for (const name of await findOwnIndexes(model, toDrop)) await model.collection.dropIndex(name);
      if (toCreate.length > 0) await model.createIndexes();
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isBesideAnother(error)) throw error;
    }
  }
}

/** Those of the named indexes that have the name that MongoDB gives by itself. */
async function findOwnIndexes<T>(model: Model<T>, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const indexes = await model.collection.indexes();
  return indexes.flatMap(({ name, key }) => {
    const isOurs = name === Object.entries(key).flat().join("_");
    return isOurs && names.includes(name) ? [name] : [];
  });
}
