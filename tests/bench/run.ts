/** `npm run bench`: runs bench files one after the other, for two at once would measure each other. */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { OPTIONS_VARIABLE, parseOptions } from "./options.ts";
import { writeReports } from "./report.ts";

const PROJECT_ROOT = join(import.meta.dirname, "../..");
const all = globSync("tests/bench/*.bench.ts", { cwd: PROJECT_ROOT }).sort();
const readName = (file: string) => basename(file, ".bench.ts");

const HELP_TEXT = `npm run bench -- [bench ...] [options]     measures, prints tables, writes tests/bench/results/<bench>.json
                                           and, from these, tests/bench/RESULTS.md and the tables of README.md
npm run bench -- report                    writes RESULTS.md and the README's tables again, without measuring

Benches: ${all.map(readName).join(", ")}; every one of them when none is named.

  --only a,b        these sets only (a folder of ../shared/data or fixtures/, or an analytic function); of chaos and faults
                    what is killed or fails
  --methods a,b     these methods only: ours, gp, boosting, mlp, torch; of the league also gp-10, tgp
  --ours            the same as --methods ours
  --seeds n         splits (or runs) to take the mean (or median) of; 5
  --budget s        CPU seconds for one set and method: no further seed is begun past it; 300
  --missing         leaves out the runs of the accuracy bench and the league that are in results/ already
  --effort e        of our training: quick, standard, thorough; standard
  --time s          seconds of our training instead of its effort's, for a busy machine: its work stays limited
  --validation p    percentage of its rows that our training keeps for its own validation; 5
  --sizes n,m       numbers of training rows in the league (100,500,1000), of scaling (200 to 1000000) and of
                    every-row (4000,10000)
  --rows n          of the table of simulations, and of the fits of gpu; 1000000
  --minutes n       of the 50 sessions whose memory is measured (together-memory); 30, with --quick 3
  --quick           one seed, and no results written: for a look while working on the engine
  --no-write        no results written

BENCH_DATA names a folder of sets to use instead of ../shared/data beside the project.
Peers run on /usr/bin/python3 with Debian's python3-sklearn and python3-torch; BENCH_PYTHON names another Python.
The league also takes R with Debian's r-cran-tgp.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    help: { type: "boolean", short: "h" },
    only: { type: "string" },
    methods: { type: "string" },
    ours: { type: "boolean" },
    seeds: { type: "string" },
    budget: { type: "string" },
    effort: { type: "string" },
    time: { type: "string" },
    validation: { type: "string" },
    sizes: { type: "string" },
    rows: { type: "string" },
    minutes: { type: "string" },
    missing: { type: "boolean", default: false },
    quick: { type: "boolean" },
    write: { type: "boolean", default: true },
  },
});

function run(files: string[]): number {
  const options = parseOptions({
    only: values.only?.split(",") ?? null,
    methods: values.ours ? ["ours"] : (values.methods?.split(",") ?? null),
    seeds: values.seeds === undefined ? (values.quick ? 1 : undefined) : Number(values.seeds),
    budget: values.budget === undefined ? undefined : Number(values.budget),
    missing: values.missing,
    effort: values.effort,
    time: values.time === undefined ? undefined : Number(values.time),
    validation: values.validation === undefined ? undefined : Number(values.validation),
    sizes: values.sizes?.split(",").map(Number) ?? null,
    rows: values.rows === undefined ? undefined : Number(values.rows),
    minutes: values.minutes === undefined ? (values.quick ? 3 : undefined) : Number(values.minutes),
    write: values.write && !values.quick,
  });
  const memory = Math.round(totalmem() / 1024 ** 3);
  console.log(
    `${cpus()[0]?.model ?? "processor"}, ${availableParallelism()} cores, ${memory} GB, Node ${process.version}`,
  );
  const failed = files.filter((file) => {
    console.log(`\n${file}`);
    const env = { ...process.env, [OPTIONS_VARIABLE]: JSON.stringify(options) };
    return (
      spawnSync(process.execPath, [join(PROJECT_ROOT, file)], { cwd: PROJECT_ROOT, stdio: "inherit", env })
        .status !== 0
    );
  });
  if (options.write) writeReports();
  if (failed.length > 0) console.error(`\nFailed: ${failed.map(readName).join(", ")}.`);
  return failed.length > 0 ? 1 : 0;
}

function main(): number {
  if (values.help) {
    console.log(HELP_TEXT);
    return 0;
  }
  if (positionals.includes("report")) {
    writeReports();
    return 0;
  }
  const chosenNames = positionals.map(readName);
  const files = chosenNames.length === 0 ? all : all.filter((file) => chosenNames.includes(readName(file)));
  const unknown = chosenNames.filter((name) => !all.some((file) => readName(file) === name));
  if (unknown.length > 0) {
    console.error(`No bench is called ${unknown.join(", ")}.\n\n${HELP_TEXT}`);
    return 1;
  }
  return run(files);
}

process.exit(main());
