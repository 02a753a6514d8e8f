/** Reads the text format of Prometheus as its specification says (exposition formats, version 0.0.4), and refuses anything else. */

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};
export type Family = { readonly type: string; readonly help: string; readonly samples: Sample[] };

const SAMPLE_PATTERN = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL_PATTERN = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)",?/y;
const TYPE_SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"],
};

function parseValue(text: string): number {
  const special: Readonly<Record<string, number>> = {
    "+Inf": Infinity,
    "-Inf": -Infinity,
    Nan: Number.NaN,
    NaN: Number.NaN,
  };
  const value = special[text] ?? Number(text);
  if (special[text] === undefined && Number.isNaN(value)) throw new Error(`${text} is no value.`);
  return value;
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let at = 0; at < text.length; at = LABEL_PATTERN.lastIndex) {
    LABEL_PATTERN.lastIndex = at;
    const [, name = "", value = ""] = LABEL_PATTERN.exec(text) ?? [];
    if (name === "") throw new Error(`${text} are no labels.`);
    labels[name] = value;
  }
  return labels;
}

/** @returns the families by name. @throws Error for a line that is none, a sample without a type, or one that stands twice */
export function parseExposition(text: string): Map<string, Family> {
  if (!text.endsWith("\n")) throw new Error("The last line does not end.");
  const families = new Map<string, Family>();
  const sampleKeys = new Set<string>();
  let help = "";
  let current: [string, Family] | null = null;
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === "HELP") {
      help = rest;
    } else if (kind === "TYPE") {
      if (families.has(name)) throw new Error(`${name} has two types.`);
      current = [name, { type: rest, help, samples: [] }];
      families.set(...current);
    } else {
      const [, sampleName = "", labelText = "", value = ""] = SAMPLE_PATTERN.exec(line) ?? [];
      if (sampleName === "" || current === null) throw new Error(`This is no sample: ${line}`);
      const [family, { type, samples }] = current;
      const isOfFamily = (TYPE_SUFFIXES[type] ?? []).some((suffix) => sampleName === family + suffix);
      if (!isOfFamily) throw new Error(`${sampleName} stands under ${family}, a ${type}.`);
      const key = `${sampleName}{${labelText}}`;
      if (sampleKeys.has(key)) throw new Error(`${key} stands twice.`);
      sampleKeys.add(key);
      samples.push({ name: sampleName, labels: parseLabels(labelText), value: parseValue(value) });
    }
  }
  return families;
}
