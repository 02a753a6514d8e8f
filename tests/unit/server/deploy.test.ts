/** The files for containers agree with what the product reads, runs and needs; no engine for containers is at hand in a test. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "@understudy/server/core/config.ts";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { parse } from "yaml";
import { z } from "zod";
import { assert, suite } from "../../harness.ts";

const PROJECT_ROOT = join(import.meta.dirname, "../../..");
const DEPLOY_FOLDER = join(PROJECT_ROOT, "server/deploy");
const readText = (name: string) => readFileSync(join(DEPLOY_FOLDER, name), "utf8");
/** The patterns of a file of the form of .gitignore. */
const readPatterns = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
const packageJson = z
  .object({ scripts: z.record(z.string(), z.string()), workspaces: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8")));

const image = suite("the Dockerfile");
const dockerfile = readText("Dockerfile");
const instructions = DockerfileParser.parse(dockerfile)
  .getInstructions()
  .map((instruction) => ({
    keyword: instruction.getKeyword(),
    words: instruction.getArguments().map((argument) => argument.getValue()),
    text: instruction.getArgumentsContent() ?? "",
  }));
const findAll = (keyword: string) => instructions.filter((instruction) => instruction.keyword === keyword);

image("has no mistake that a linter finds", () => {
  assert.equal(
    validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    [],
  );
});
image("begins with a version of Node that the platform runs on, and names which", () => {
  const [from] = findAll("FROM");
  assert.match(from?.text ?? "", /^node:24\.\d+-\w+-slim$/);
});
image(
  "copies only what there is, and the package.json of every workspace before the packages are installed",
  () => {
    const installing = instructions.findIndex(({ text }) => text.startsWith("npm ci"));
    const copied = instructions
      .slice(0, installing)
      .filter(({ keyword }) => keyword === "COPY")
      .flatMap(({ words }) => words.slice(0, -1));
    const needed = [
      "package.json",
      "package-lock.json",
      ...packageJson.workspaces.map((name) => `${name}/package.json`),
    ];
    assert.equal(copied.toSorted(), needed.toSorted());
    for (const file of copied) assert.ok(existsSync(join(PROJECT_ROOT, file)), file);
  },
);
image("runs as a user without rights, in the form that passes signals on", () => {
  assert.equal(
    findAll("USER").map(({ text }) => text),
    ["node"],
  );
  const [command] = findAll("CMD");
  const words = z.array(z.string()).parse(JSON.parse(command?.text ?? ""));
  assert.is(words.join(" "), packageJson.scripts.web);
});
image("leaves out no file that a running platform reads", () => {
  const ignored = readPatterns(join(DEPLOY_FOLDER, "Dockerfile.dockerignore"));
  const neededNames = [
    "client",
    "engine",
    "server",
    "shared",
    "fixtures",
    "package.json",
    "package-lock.json",
  ];
  for (const name of neededNames) assert.not.ok(ignored.includes(name), name);
  for (const folder of [".git", "**/node_modules", "var"]) assert.ok(ignored.includes(folder), folder);
});
image("holds no .env file with the admin's password, and no commit does", () => {
  assert.match(readText("compose.yml"), "or in an .env file beside this one");
  assert.ok(readPatterns(join(DEPLOY_FOLDER, "Dockerfile.dockerignore")).includes("**/.env*"));
  assert.ok(readPatterns(join(PROJECT_ROOT, ".gitignore")).includes(".env*"));
});

const service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })).default({}),
  healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
  ports: z.array(z.string()).default([]),
});
const composeFile = z.object({
  services: z.object({ web: service, runner: service, mongodb: service, redis: service }),
  volumes: z.record(z.string(), z.null()),
});
const { services, volumes } = composeFile.parse(parse(readText("compose.yml"), { merge: true }));

const compose = suite("the compose file");
compose("runs a web process and a runner as npm does, from the same image", () => {
  for (const name of ["web", "runner"] as const) {
    assert.is(services[name].command.join(" "), packageJson.scripts[name]);
    const { context = "", dockerfile: file = "" } = services[name].build ?? {};
    assert.is(join(DEPLOY_FOLDER, context, file), join(DEPLOY_FOLDER, "Dockerfile"));
  }
  assert.is(services.web.image, services.runner.image);
});
compose("gives both an environment that the platform takes, with both stores", () => {
  for (const { environment } of [services.web, services.runner]) {
    const values = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(.*)\}/, "$1"),
    ]);
    const config = readConfig(Object.fromEntries(values));
    assert.is(new URL(config.redisUrl).hostname, "redis");
    assert.match(config.mongodbUrl, /\/\/mongodb:27017\/.*replicaSet=rs0/);
  }
});
compose("waits for stores that the platform can use", () => {
  for (const { depends_on } of [services.web, services.runner]) {
    assert.equal(Object.keys(depends_on).toSorted(), ["mongodb", "redis"]);
  }
  for (const store of [services.mongodb, services.redis]) {
    assert.match(store.image, /^(mongo:[67]|redis:7)\.\d+$/);
    assert.ok((store.healthcheck?.test?.length ?? 0) > 0);
  }
  assert.ok(services.mongodb.command.join(" ").includes("--replSet rs0"));
  assert.ok(services.redis.command.join(" ").includes("--maxmemory-policy noeviction"));
});
compose("keeps all data in volumes, and opens no port but that of the pages, to this machine alone", () => {
  const used = Object.values(services).flatMap((part) => part.volumes.map((volume) => volume.split(":")[0]));
  assert.equal([...new Set(used)].toSorted(), Object.keys(volumes).toSorted());
  const ports = Object.values(services).flatMap((part) => part.ports);
  assert.equal(ports, ["127.0.0.1:3000:3000"]);
});

const alerts = suite("the alert rules");
const rule = z.strictObject({
  alert: z.string().regex(/^Understudy[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.object({ severity: z.enum(["warning", "critical"]) }),
  annotations: z.object({ summary: z.string().endsWith(".") }),
});
alerts("are each a name, an expression, a severity and a sentence", () => {
  const { groups } = z
    .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(rule) })) })
    .parse(parse(readText("alerts.yml")));
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  assert.is(new Set(names).size, names.length);
  assert.ok(names.includes("UnderstudyMachineNotDeleted"));
});
