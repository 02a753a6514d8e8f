/** Collects the problems of uploaded files, as sentences that name file, row and column. */
import type { YesNoOption } from "../api/job-config.ts";
import { MAX_VALIDATION_ERRORS } from "../limits.ts";

export type Field = "Parameters File" | "Outputs File" | "Extra Data";

/** Rows count as in a spreadsheet: the header is row 1. */
export type Place = {
  readonly row?: number;
  /** The column's name, or its position from 1 where it has none. */
  readonly column?: string | number;
};

export type FileProblems = {
  /** `text` is a clause without a full stop at its start: "the cell is empty". */
  add(place: Place, text: string): void;
  /** Counts further problems of a kind that was already described often enough. */
  more(count: number): void;
  /** Advice that is added once, after the problems. */
  hint(text: string): void;
  /**
   * Adds a sentence about something that could be read otherwise; it is shown before a job is created.
   * @param option the choice that changes it
   */
  note(text: string, option?: YesNoOption): void;
  readonly count: number;
};

export type Note = { readonly text: string; readonly option: YesNoOption | null };

export type Problems = {
  of(field: Field, fileName: string): FileProblems;
  readonly count: number;
  /** Lists at most MAX_VALIDATION_ERRORS sentences over all fields, in the order of rows; a last line counts the others. */
  report(): Record<string, string[]>;
  /** The notes about a field's file, in order, each sentence once. */
  notes(field: Field): Note[];
};

type OrderedSentence = { row: number; order: number; text: string };
type Bucket = { sentences: OrderedSentence[]; count: number; hints: Set<string>; notes: Map<string, Note> };

export function createProblems(): Problems {
  const buckets = new Map<Field, Bucket>();
  const findOrCreateBucket = (field: Field): Bucket => {
    const bucket = buckets.get(field) ?? {
      sentences: [],
      count: 0,
      hints: new Set<string>(),
      notes: new Map<string, Note>(),
    };
    buckets.set(field, bucket);
    return bucket;
  };
  return {
    of: (field, fileName) => {
      const bucket = findOrCreateBucket(field);
      return {
        add: (place, text) => {
          bucket.count++;
          if (bucket.sentences.length >= MAX_VALIDATION_ERRORS) return;
          const sentence = `${fileName}${placeText(place)}: ${text}`;
          bucket.sentences.push({ row: place.row ?? 0, order: bucket.sentences.length, text: sentence });
        },
        more: (count) => {
          bucket.count += count;
        },
        hint: (text) => {
          bucket.hints.add(text);
        },
        note: (text, option) => {
          bucket.notes.set(`${text} ${option ?? ""}`, { text, option: option ?? null });
        },
        get count() {
          return bucket.count;
        },
      };
    },
    get count() {
      return [...buckets.values()].reduce((sum, { count }) => sum + count, 0);
    },
    report: () => {
      const broken = [...buckets].filter(([, { count }]) => count > 0);
      const share = shares(broken.map(([, { sentences }]) => sentences.length));
      return Object.fromEntries(broken.map(([field, bucket], i) => [field, lines(bucket, share[i] ?? 0)]));
    },
    notes: (field) => [...findOrCreateBucket(field).notes.values()],
  };
}

function lines({ sentences, count, hints }: Bucket, share: number): string[] {
  const sorted = sentences.toSorted((a, b) => a.row - b.row || a.order - b.order);
  const more = count - share;
  return [
    ...sorted.slice(0, share).map(({ text }) => text),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...hints,
  ];
}

/**
 * Returns the number of sentences that each field may show. A field that needs fewer leaves the rest to the others.
 */
function shares(counts: readonly number[]): number[] {
  const half = Math.floor(MAX_VALIDATION_ERRORS / Math.max(1, counts.length));
  const unused = counts.reduce((sum, count) => sum + Math.max(0, half - count), 0);
  return counts.map((count) => Math.min(count, half + unused));
}

function placeText({ row, column }: Place): string {
  const rowText = row === undefined ? "" : `, row ${row}`;
  if (column === undefined) return rowText;
  return `${rowText}, column ${typeof column === "number" ? column : quoted(column)}`;
}

const MAX_QUOTED = 60;

/** Text of a file inside a sentence, on one line and cut to a readable length. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `"${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line}"`;
}
