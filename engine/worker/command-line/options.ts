/** The options of a worker client: from its command line, its environment (UNDERSTUDY_...) and its config file, in this order. */
import { availableParallelism, homedir, hostname } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { resourceName } from "@understudy/shared/worker/worker-protocol.ts";
import { MAX_ALLOWED_SIMULATIONS } from "@understudy/shared/worker/worker-simulation.ts";
import { CONFINED_NGSPICE, resourceRole } from "@understudy/shared/worker-parts.ts";
import { z } from "zod";
import { folderName } from "../files/folder.ts";
import { messageOf } from "../support/message-of.ts";
import {
  CLUSTER_ARGS,
  CLUSTER_CONCURRENCY,
  CLUSTER_SETTINGS,
  type ClusterOptions,
  readClusterOptions,
  wholeNumber,
} from "./cluster-options.ts";

const ARGS = {
  server: { type: "string" },
  key: { type: "string" },
  name: { type: "string" },
  role: { type: "string" },
  concurrency: { type: "string" },
  folder: { type: "string" },
  tool: { type: "string", multiple: true },
  pass: { type: "string", multiple: true },
  only: { type: "string", multiple: true },
  "stop-after": { type: "string" },
  gpu: { type: "string" },
  ...CLUSTER_ARGS,
  config: { type: "string" },
  check: { type: "boolean" },
  verbose: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const gpuUse = z.enum(["auto", "off"], "must be auto or off");

/** The config file holds these names too. */
const clientSettings = z.strictObject({
  server: z
    .string("is required: the address of the platform, as you type it into a browser")
    .trim()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      "must begin with http:// or https://",
    ),
  key: z
    .string("is required: your worker client key, from Resources, Add Resource")
    .trim()
    .min(1, "must not be empty"),
  name: resourceName.optional(),
  role: resourceRole.optional(),
  concurrency: wholeNumber(1, MAX_ALLOWED_SIMULATIONS).optional(),
  folder: z.string().optional(),
  tools: z.record(z.string(), z.string()).optional(),
  pass: z.array(z.string().regex(/^\w+$/, "must be names of environment variables")).optional(),
  only: z
    .array(
      z
        .string()
        .refine(
          (text) => text === CONFINED_NGSPICE || /^[0-9a-f]{64}$/.test(text),
          `must be fingerprints of specs, or ${CONFINED_NGSPICE}`,
        ),
    )
    .optional(),
  stop_after: wholeNumber(0, 86_400).optional(),
  gpu: gpuUse.optional(),
  ...CLUSTER_SETTINGS,
});

export type WorkerOptions = {
  /** Without a slash at the end. */
  readonly server: string;
  readonly key: string;
  readonly name: string;
  readonly role: z.infer<typeof resourceRole>;
  /** Simulations at a time. */
  readonly concurrency: number;
  /** Absolute. */
  readonly folder: string;
  readonly tools: Readonly<Record<string, string>>;
  /** Environment variables that simulations may see. */
  readonly pass: readonly string[];
  /** The specs that this server simulates, see `onlySpecs`; null: all. */
  readonly only: readonly string[] | null;
  /** Seconds that running simulations may go on once the client is asked to stop. */
  readonly stopAfter: number;
  /** "auto": networks train on the GPU of this machine where it is faster than the processor. */
  readonly gpu: z.infer<typeof gpuUse>;
  /** Null: simulations run on the client's own machine. */
  readonly cluster: ClusterOptions | null;
  readonly check: boolean;
  readonly verbose: boolean;
};

export type Read =
  | { readonly options: WorkerOptions }
  | { readonly problems: readonly string[] }
  | { readonly show: "help" | "version" };

/** Options of schedulers contain commas, as `--gres=gpu:1,shard:2`. */
const LINE_END = /\r?\n/;
const STOP_AFTER_SECONDS = 60;

/** A folder for each server of each platform, so that two on one machine never meet. */
const defaultFolder = (server: string, name: string): string =>
  join(homedir(), ".understudy-worker", folderName(server, name));

/** `ngspice=/opt/ngspice/bin/ngspice` */
function toolsOf(texts: readonly string[]): Record<string, string> | string {
  const pairs = texts.map((text) => {
    const at = text.indexOf("=");
    return [text.slice(0, at), text.slice(at + 1)];
  });
  const isWrong = pairs.some(([name, path]) => !name || !path);
  return isWrong
    ? "--tool must read NAME=PATH, as --tool ngspice=/opt/ngspice/bin/ngspice."
    : Object.fromEntries(pairs);
}

/** Splits what an environment variable lists, at commas unless it says otherwise. */
const listed = (text: string | undefined, separator: string | RegExp = ",") =>
  text
    ?.split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: ARGS }).values;
  } catch (error) {
    return messageOf(error);
  }
}

function readConfigFile(file: string | undefined, readText: (file: string) => string): object | string {
  if (file === undefined) return {};
  try {
    const read: unknown = JSON.parse(readText(file));
    return typeof read === "object" && read !== null ? read : `${file} holds no settings.`;
  } catch (error) {
    return `${file} cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

const withoutUndefined = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** All problems at once, a sentence each. @param readText Reads the config file. */
export function readOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  readText: (file: string) => string,
): Read {
  const values = parse(args);
  if (typeof values === "string") return { problems: [values] };
  if (values.help) return { show: "help" };
  if (values.version) return { show: "version" };
  const fromEnv = (name: string) => env[`UNDERSTUDY_${name}`]?.trim() || undefined;
  const fromFile = readConfigFile(values.config ?? fromEnv("CONFIG"), readText);
  if (typeof fromFile === "string") return { problems: [fromFile] };
  const toolTexts = values.tool ?? listed(fromEnv("TOOLS"));
  const tools = toolTexts === undefined ? undefined : toolsOf(toolTexts);
  const parsed = clientSettings.safeParse({
    ...fromFile,
    ...withoutUndefined({
      server: values.server ?? fromEnv("SERVER"),
      key: values.key ?? fromEnv("KEY"),
      name: values.name ?? fromEnv("NAME"),
      role: values.role ?? fromEnv("ROLE"),
      concurrency: values.concurrency ?? fromEnv("CONCURRENCY"),
      folder: values.folder ?? fromEnv("FOLDER"),
      tools: typeof tools === "string" ? undefined : tools,
      pass: values.pass ?? listed(fromEnv("PASS")),
      only: values.only ?? listed(fromEnv("ONLY")),
      stop_after: values["stop-after"] ?? fromEnv("STOP_AFTER"),
      gpu: values.gpu ?? fromEnv("GPU"),
      executor: values.executor ?? fromEnv("EXECUTOR"),
      queue: values.queue ?? fromEnv("QUEUE"),
      account: values.account ?? fromEnv("ACCOUNT"),
      time: values.time ?? fromEnv("TIME"),
      memory: values.memory ?? fromEnv("MEMORY"),
      licence: values.licence ?? listed(fromEnv("LICENCE")),
      per_task: values["per-task"] ?? fromEnv("PER_TASK"),
      poll: values.poll ?? fromEnv("POLL"),
      submit_option: values["submit-option"] ?? listed(fromEnv("SUBMIT_OPTION"), LINE_END),
      image: values.image ?? fromEnv("IMAGE"),
      volume_claim: values["volume-claim"] ?? fromEnv("VOLUME_CLAIM"),
    }),
  });
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.map(describe)),
    ...(typeof tools === "string" ? [tools] : []),
  ];
  if (!parsed.success || problems.length > 0) return { problems };
  const clusterRead = readClusterOptions(parsed.data);
  if ("problems" in clusterRead) return clusterRead;
  const { cluster } = clusterRead;
  const server = parsed.data.server.replace(/\/+$/, "");
  const name = parsed.data.name ?? defaultName();
  const { key, role, concurrency, folder, pass, only, stop_after, gpu } = parsed.data;
  return {
    options: {
      server,
      key,
      name,
      // A log-in node is shared by many people: it trains only when it is told to.
      role: role ?? (cluster === null ? "All" : "Simulations"),
      concurrency: concurrency ?? defaultConcurrency(cluster),
      folder: resolve(folder ?? defaultFolder(server, name)),
      tools: parsed.data.tools ?? {},
      pass: pass ?? [],
      only: only ?? null,
      stopAfter: stop_after ?? STOP_AFTER_SECONDS,
      gpu: gpu ?? "auto",
      cluster,
      check: values.check ?? false,
      verbose: values.verbose ?? false,
    },
  };
}

const defaultConcurrency = (cluster: ClusterOptions | null): number =>
  cluster === null ? Math.min(availableParallelism(), MAX_ALLOWED_SIMULATIONS) : CLUSTER_CONCURRENCY;

const defaultName = (): string =>
  hostname()
    .replace(/[^\w.()-]/g, "-")
    .slice(0, 64) || "server";

function describe({ path, message, code, ...issue }: z.core.$ZodIssue): string {
  if (code === "unrecognized_keys" && "keys" in issue)
    return `The config file knows no ${String(issue.keys)}.`;
  const [option = ""] = path;
  return `--${String(option).replaceAll("_", "-")} ${message.replace(/^[A-Z]/, (first) => first.toLowerCase())}.`;
}
