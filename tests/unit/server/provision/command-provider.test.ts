import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillTemplate, parseCommandTemplate } from "@understudy/server/core/command-template.ts";
import {
  classifyOutput,
  createCommandProvider,
  parseState,
} from "@understudy/server/provision/command-provider.ts";
import { ProvisionError } from "@understudy/server/provision/provider.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";

const templates = suite("a command template");
const splitTemplate = (template: string) => {
  const parsed = parseCommandTemplate(template);
  return "words" in parsed ? parsed.words : parsed.problem;
};
templates("is split into words as a shell splits them", () => {
  const template = String.raw`az vm create  --name {name} --tags "a b" 'c "d"' e\ f "g\"h" x="1 2"`;
  assert.equal(splitTemplate(template), [
    ...["az", "vm", "create", "--name", "{name}", "--tags", "a b", 'c "d"', "e f", 'g"h', "x=1 2"],
  ]);
});
templates("is refused with an open quote, an unknown placeholder, or without the name", () => {
  assert.match(String(splitTemplate(`run "{name}`)), /not closed/);
  assert.match(String(splitTemplate("run {name} {user}")), /\{user\}/);
  assert.match(String(splitTemplate("run")), /must contain \{name\}/);
  assert.match(String(splitTemplate("{name} run")), /always the same/);
  assert.match(String(splitTemplate("  ")), /begin with a program/);
});
templates("keeps a value within its argument, whatever it contains", () => {
  const values = { name: "a; rm -rf $HOME `x` {job}", job: "7", server: "http://h" };
  assert.equal(fillTemplate(["run", "--name={name}", "{job}"], values), [
    ...["run", "--name=a; rm -rf $HOME `x` {job}", "7"],
  ]);
});

const states = suite("the state that a command prints");
for (const [output, kind] of [
  ["", "absent"],
  ["PENDING\n", "creating"],
  ["VM running", "running"],
  ['"Running"', "running"],
  ["VM deallocated", "ended"],
  ["COMPLETING", "ended"],
  ["PREEMPTED", "ended"],
  ["terminated", "absent"],
] as const) {
  states(`${JSON.stringify(output)} is read as ${kind}`, () => assert.equal(parseState(output), { kind }));
}
states("that no provider prints is not taken for one", () => {
  assert.equal(parseState("Kuddelmuddel\n"), {
    kind: "unknown",
    problem: {
      kind: "other",
      detail: 'PROVISION_STATE printed "Kuddelmuddel", which says nothing about a machine.',
    },
  });
});
states("of a refusal is sorted by what people can do about it", () => {
  assert.is(classifyOutput("error: exceeded quota: gpus"), "quota");
  assert.is(classifyOutput("0/12 nodes are available: 12 Insufficient nvidia.com/gpu"), "capacity");
  assert.is(classifyOutput("Please run 'az login' to setup account."), "sign-in");
  assert.is(classifyOutput("no such file"), "other");
});

const commands = suite("commands that create machines", { timeout: 60_000 });
const folder = temporaryFolder("commands");
const script = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return ["sh", path, "{name}", folder];
};
const order = { name: "m-1", jobId: 7, serverUrl: "http://here", key: "um_1_key" };
const make = (start: string, from: NodeJS.ProcessEnv = process.env) =>
  createCommandProvider(
    {
      kind: "command",
      start: script("start.sh", start),
      state: script("state.sh", 'cat "$2/state"'),
      stop: script("stop.sh", ': > "$2/state"'),
      pass: ["CLOUD_TOKEN"],
    },
    "http://here",
    from,
  );
const never = new AbortController().signal;

commands("see the settings of the worker client, what is passed, and no secret of the platform", async () => {
  const from = {
    ...process.env,
    CLOUD_TOKEN: "t",
    MONGODB_URL: "mongodb://secret",
    ADMIN_PASSWORD: "secret",
  };
  await make('env > "$2/env"; echo running > "$2/state"', from).start(order, never);
  const variables = readFileSync(join(folder, "env"), "utf8").split("\n");
  for (const variable of [
    "UNDERSTUDY_SERVER=http://here",
    "UNDERSTUDY_KEY=um_1_key",
    "UNDERSTUDY_ROLE=Training",
    "CLOUD_TOKEN=t",
  ])
    assert.ok(variables.includes(variable), variable);
  assert.not.match(variables.join(), "secret");
});
commands("end with a sentence when they fail, and when they cannot be started", async () => {
  const readProblem = (work: Promise<void>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof ProvisionError ? error.problem : null),
    );
  assert.equal(await readProblem(make("echo no GPUs: quota exceeded >&2; exit 4").start(order, never)), {
    kind: "quota",
    detail: "sh ended with exit code 4: no GPUs: quota exceeded",
  });
  const words = 'echo "$UNDERSTUDY_KEY and $CLOUD_TOKEN are refused" >&2; exit 1';
  const from = { ...process.env, CLOUD_TOKEN: "token-of-a-cloud" };
  assert.is(
    (await readProblem(make(words, from).start(order, never)))?.detail,
    "sh ended with exit code 1: [hidden] and [hidden] are refused",
  );
  const missing = ["/no/such/program", "{name}"];
  const provider = createCommandProvider(
    { kind: "command", start: missing, state: missing, stop: missing, pass: [] },
    "http://here",
  );
  assert.match((await readProblem(provider.start(order, never)))?.detail ?? "", /could not be started/);
  assert.is((await provider.state("m-1")).kind, "unknown");
});
commands("end with everything that they started when they are aborted", async () => {
  const pidFile = join(folder, "pid");
  mkdirSync(folder, { recursive: true });
  const abort = new AbortController();
  const started = make('sleep 600 & echo $! > "$2/pid"; wait').start(order, abort.signal);
  const pid = await eventually("it runs", () => {
    try {
      return Number(readFileSync(pidFile, "utf8"));
    } catch {
      return null;
    }
  });
  abort.abort();
  assert.is(
    await started.then(
      () => "created",
      () => "given up",
    ),
    "given up",
  );
  await eventually("nothing of it runs", () => {
    try {
      process.kill(Number(pid), 0);
      return false;
    } catch {
      return true;
    }
  });
});
commands("have ended although a program that they started in the background holds their output", async () => {
  const begun = performance.now();
  await make("sleep 5 & exit 0").start(order, never);
  assert.ok(performance.now() - begun < 4_500);
});
commands("delete a machine until the provider lists none", async () => {
  const provider = make("true");
  writeFileSync(join(folder, "state"), "running");
  assert.equal(await provider.state("m-1"), { kind: "running" });
  await provider.stop("m-1");
  assert.equal(await provider.state("m-1"), { kind: "absent" });
});
