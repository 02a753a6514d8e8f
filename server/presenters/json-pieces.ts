/**
 * Responses too large to be written at once: their JSON is made and written piece by piece, and between the pieces the process
 * handles other requests.
 */

/** Milliseconds of work on one answer in one turn of the event loop. */
const TURN_MS = 8;
/** Numbers in one piece: some 2 ms of work. */
const NUMBERS_PER_PIECE = 8_192;

/** The JSON of an `Answer`. */
export class JsonPieces<Answer> {
  readonly texts: () => Generator<string>;
  /** Never set: it makes the pieces of one answer another type than those of another. */
  readonly answer?: Answer;

  constructor(texts: () => Generator<string>) {
    this.texts = texts;
  }
}

type Piece<Value> = Value | JsonPieces<Value>;

/** @param fields in their order; each at once, or in pieces of its own */
export function objectInPieces<Answer extends object>(
  fields: {
    readonly [Name in keyof Answer]: Piece<Answer[Name]>;
  },
): JsonPieces<Answer> {
  return new JsonPieces(function* () {
    let before = "{";
    for (const [name, value] of Object.entries(fields)) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* writeTexts(value);
      before = ",";
    }
    yield before === "{" ? "{}" : "}";
  });
}

/** @param items made one after the other, while they are written */
export function listInPieces<Item>(items: () => Iterable<Piece<Item>>): JsonPieces<Item[]> {
  return new JsonPieces(function* () {
    let before = "[";
    for (const item of items()) {
      yield before;
      yield* writeTexts(item);
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  });
}

/** Writes numbers in pieces. A number that is not finite is written as null, as everywhere in JSON. */
export function numbersInPieces(values: Float64Array): JsonPieces<number[]> {
  return new JsonPieces(() => numberTexts(values));
}

/** The same where values that are not finite are expected. */
export const nullableNumbersInPieces = (values: Float64Array): JsonPieces<(number | null)[]> =>
  new JsonPieces(() => numberTexts(values));

function* numberTexts(values: Float64Array): Generator<string> {
  yield "[";
  for (let from = 0; from < values.length; from += NUMBERS_PER_PIECE) {
    const some = Array.from(values.subarray(from, from + NUMBERS_PER_PIECE));
    yield `${from > 0 ? "," : ""}${JSON.stringify(some).slice(1, -1)}`;
  }
  yield "]";
}

/** Written once, however often it stands in an answer. */
export function repeated<Value>(value: Piece<Value>): JsonPieces<Value> {
  let text: string | null = null;
  return new JsonPieces(function* () {
    text ??= [...writeTexts(value)].join("");
    yield text;
  });
}

function* writeTexts(value: unknown): Generator<string> {
  if (value instanceof JsonPieces) yield* value.texts();
  else yield JSON.stringify(value);
}

let lastTurn: Promise<void> = Promise.resolve();

/** A turn of the event loop for each answer that is being written, one after the other. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}

/** UTF-8. */
export async function writeJson<Answer>(pieces: JsonPieces<Answer>): Promise<Buffer> {
  const written: Buffer[] = [];
  let text = "";
  let begun = performance.now();
  for (const piece of pieces.texts()) {
    text += piece;
    if (performance.now() - begun < TURN_MS) continue;
    written.push(Buffer.from(text));
    text = "";
    await nextTurn();
    begun = performance.now();
  }
  written.push(Buffer.from(text));
  return Buffer.concat(written);
}
