/** Runs bench files one after the other: two at once would measure each other. */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join, relative, resolve } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const wanted = process.argv.slice(2).map((name) => relative(ROOT, resolve(ROOT, name)));
const all = globSync("tests/bench/*.bench.ts", { cwd: ROOT }).sort();
const files = wanted.length === 0 ? all : all.filter((file) => wanted.includes(file));
if (files.length === 0) {
  console.error("No bench file matches.");
  process.exit(1);
}

const memory = Math.round(totalmem() / 1024 ** 3);
console.log(
  `${cpus()[0]?.model ?? "processor"}, ${availableParallelism()} cores, ${memory} GB, Node ${process.version}`,
);
let failed = 0;
for (const file of files) {
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, [join(ROOT, file)], { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) failed++;
}
if (failed > 0) console.error(`\n${failed} of ${files.length} bench files failed.`);
process.exit(failed > 0 ? 1 : 0);
