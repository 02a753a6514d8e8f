export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE_RECORDS = 50;

/**
 * The separator of a CSV file, from its beginning: the one that the header holds and that most records hold as often as
 * the header does, quoted cells and lists in brackets aside. A file with none has one column, for which any will do.
 */
export function sniffDelimiter(sample: string, isWhole: boolean): Delimiter {
  const records = countsByRecord(sample.replace(/^\uFEFF/, ""), isWhole);
  const header = records[0];
  if (header === undefined) return ",";
  const scored = DELIMITERS.flatMap((delimiter) => {
    const expected = header[delimiter];
    if (expected === 0) return [];
    const agreeing = records.filter((record) => record[delimiter] === expected).length;
    return [{ delimiter, agreeing, expected }];
  });
  scored.sort((a, b) => b.agreeing - a.agreeing || b.expected - a.expected);
  return scored[0]?.delimiter ?? ",";
}

type Counts = Record<Delimiter, number>;

function countsByRecord(sample: string, isWhole: boolean): Counts[] {
  const records: Counts[] = [];
  const none = (): Counts => ({ ",": 0, ";": 0, "\t": 0 });
  let current = none();
  let empty = true;
  let isQuoted = false;
  let depth = 0;
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n" || character === "\r") {
      if (!empty) records.push(current);
      if (records.length === SAMPLE_RECORDS) return records;
      current = none();
      empty = true;
      depth = 0;
      continue;
    } else if (character === "[") depth++;
    else if (character === "]") depth = Math.max(0, depth - 1);
    else if (depth === 0 && (character === "," || character === ";" || character === "\t"))
      current[character]++;
    empty = false;
  }
  // The sample cuts through its last record, unless that is the only one or the file is at its end.
  if (!empty && (isWhole || records.length === 0)) records.push(current);
  return records;
}
