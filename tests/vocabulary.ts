/**
 * `npm run check`: names invented words that were replaced by words of the field and that have come back, and refuses a glossary
 * (.github/CONTRIBUTING.md) that grows beyond the terms of the field.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PROJECT_ROOT = join(import.meta.dirname, "..");
/** A word as it may stand in code, and what is said instead. */
const REPLACEMENTS_BY_WORD: Readonly<Record<string, string>> = {
  "[Rr]ungs?|rungsOf": "stage",
  "[Ss]tandings": "leaderboard",
  firstWord: "quick baseline",
  "[Mm]ilestones?": "page anchor",
  findFront: "first open index",
  withKernels: "kernel pool",
  departureOf: "client abort signal",
  createGate: "weighted semaphore",
  "createTurn|createSerialQueue": "p-limit",
  createBeats: "heartbeats",
  "createIntake|readSlowly": "inbound queue",
  "createReserve|startSupply": "prefetched leases, simulation offers",
  createHub: "connection registry",
  createTrainer: "training assignment",
  createKeptFiles: "simulation files",
  "keepArrival|arrivedEmulator": "training uploads",
  "tellWork|tellStop": "notify",
  isHearing: "is subscribed",
  audienceOf: "job access",
  ExplainedError: "UserError",
  createExchange: "requests",
  createStanding: "resource status",
  createReadable: "file access",
  takeUp: "clean up previous run",
  layOut: "prepare directory",
  LifeEvent: "work event",
  "LIVING|HEARD_OF": "renewed phases",
  onTrouble: "on problem",
  onNews: "on message",
  "ofTraining|TrainingSaid": "training message",
  areSound: "valid",
  createNameBook: "name registry",
  mostEvaluations: "max evaluations",
  createJournal: "evaluation log",
  "[Vv]oices?": "candidate, or member of an ensemble",
  Speaker: "fold model",
  "[Cc]ommittees?|createCommittee|Committee(?:Target|Voice)": "ensemble predictor",
  "createPanel|Panel(?:Accuracy|Data|Emulator\\w*|Output\\w*)|createPanelEmulator|readPanel|serialisePanel":
    "ensemble",
  "[Oo]pinions?|opinionsOf": "prediction",
  "[Hh]earings?|hearingAt|slopedHearingAt": "prediction cache",
  "[Ss]eats|seatsOf": "members",
  usualSpread: "typical fold variance",
  "[Ll]essons?|lessonCost|planLessons": "fit task",
  "startStudy|Study(?:Context|State)": "fitter",
  "LearntModel|learntRows": "fit result, training rows",
  "[Ee]nrolment": "worker init",
  "[Bb]reaths?|breathe|BREATH": "chunk",
  "hopeless|HOPELESS": "prune ratio",
  "keptOut|KeptOut|keptOut(?:Accuracy|Error|Rows)": "held out",
  "foretellKeptOut|Foretold": "cross-validate",
  "bend(?:Slopes|Values)": "input warp",
  "Breaks?|packBreaks|breakCount|chooseBreaks": "discontinuity",
  "withSides|(?:rows|sources)WithSides": "indicators",
  "doubtsOf|Doubt": "gap uncertainty",
  "RowFactor|fitRowFactor|logFactors": "heteroscedasticity",
  "fitDeviation|Deviation": "error model",
  "predictWithSlopes|(?:mean|variance)Slopes|(?:Network|Polynomial|Prediction)Slopes|Sloped\\w+": "gradients",
  "createScaleJudge|ScaleJudge": "scale scorer",
  "(?:encoding|scale|inverse|log)Slope|applySlopes": "derivative",
  "[Ff]oretell\\w*|[Ff]oretold": "predict",
  "[Ll]earnt": "trained, fitted",
  "(?:MOST|LEAST|FEWEST|LONGEST)_\\w+": "MAX_, MIN_",
};

const files = globSync("{client,engine,server,shared,tests}/**/*.{ts,tsx,mjs}", {
  cwd: PROJECT_ROOT,
  exclude: ["**/node_modules/**", "**/dist/**", "tests/vocabulary.ts", "engine/models/earlier-names.ts"],
});
const faults: string[] = [];
for (const file of files) {
  const lines = readFileSync(join(PROJECT_ROOT, file), "utf8").split("\n");
  for (const [word, instead] of Object.entries(REPLACEMENTS_BY_WORD)) {
    const pattern = new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`);
    lines.forEach((line, at) => {
      const [match] = pattern.exec(line) ?? [];
      if (match !== undefined) faults.push(`${file}:${at + 1}: say "${instead}", not "${match}"`);
    });
  }
}

const MAX_GLOSSARY_LINES = 60;
const contributing = readFileSync(join(PROJECT_ROOT, ".github/CONTRIBUTING.md"), "utf8");
const [, glossary = ""] = /^## Glossary\n([\s\S]*?)^## /m.exec(contributing) ?? [];
const glossaryLines = glossary.trim().split("\n").length;
if (glossary === "" || glossaryLines > MAX_GLOSSARY_LINES) {
  faults.push(
    `.github/CONTRIBUTING.md: the glossary has ${glossaryLines} lines; it may have ${MAX_GLOSSARY_LINES}`,
  );
}
for (const line of faults) console.log(line);
process.exitCode = faults.length === 0 ? 0 : 1;
