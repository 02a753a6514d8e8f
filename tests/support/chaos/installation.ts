/** The whole product with a worker client beside it, whose processes are killed one after the other. */
import { join } from "node:path";
import { freePort } from "../../../server/boot/store-process.ts";
import { PASSWORD } from "../api/people.ts";
import { temporaryFolder } from "../cleanup.ts";
import { startWorkerClient, type WorkerClient } from "../live/worker-client.ts";
import { startMain } from "../processes/data-commands.ts";
import { readCommand, startWholeProduct, type WholeProduct } from "../processes/whole-product.ts";
import { eventually } from "../waiting.ts";

export const KILLED_KINDS = [
  "web",
  "runner",
  "a child that trains or searches",
  "a child that exports",
  "the worker client",
  "mongodb",
  "redis",
  "launcher",
  "a backup",
] as const;
export type KilledKind = (typeof KILLED_KINDS)[number];

/** The programs of the children that the runner and the web process start, by their command lines. */
const CHILD_PROGRAMS: Readonly<Partial<Record<KilledKind, RegExp>>> = {
  "a child that trains or searches": /runner\/child\/main\.ts/,
  "a child that exports": /exports\/child\/main\.ts/,
};
/** A backup is killed at its start, or at one of its steps, by what it says then. */
const BACKUP_MOMENTS = [/^/, /Step 1 of 3/, /Step 2 of 3/, /Step 3 of 3/];
const BACKUP_WITHIN_MS = 120_000;

export const ADMIN_EMAIL = "admin@example.org";
/** Nothing of the product may take longer until it serves again. */
export const BACK_WITHIN_MS = 15_000;

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );

type StartProduct = (dataDir: string) => Promise<WholeProduct>;

export class Installation {
  readonly url: string;
  #product: WholeProduct;
  #client: WorkerClient | null = null;
  #clientKey = "";
  readonly #start: StartProduct;
  #backupCount = 0;

  private constructor(url: string, product: WholeProduct, start: StartProduct) {
    this.url = url;
    this.#product = product;
    this.#start = start;
  }

  /**
   * Starts the product, without further variables on a new DATA_DIR with its own stores.
   * @param wrapper see `startWholeProduct`
   */
  static async start(
    variables: Readonly<Record<string, string>> = {},
    wrapper: readonly string[] = [],
  ): Promise<Installation> {
    const port = await freePort();
    const environment = {
      MONGODB_URL: "",
      REDIS_URL: "",
      ...variables,
      PORT: String(port),
      ADMIN_EMAIL,
      ADMIN_PASSWORD: PASSWORD,
    };
    const start = (dataDir: string) =>
      startWholeProduct({ ...environment, DATA_DIR: dataDir }, 180_000, [], wrapper);
    const product = await start(variables.DATA_DIR ?? temporaryFolder("chaos"));
    return new Installation(`http://127.0.0.1:${port}`, product, start);
  }

  /** @returns the id of its server, once it is connected */
  async startClient(key: string): Promise<number> {
    this.#clientKey = key;
    const folder = this.#client === null ? {} : { folder: this.#client.folder };
    const client = startWorkerClient({ url: this.url, key, name: "farm", concurrency: 4, ...folder });
    this.#client = client;
    const id = await eventually(
      "the client is connected",
      () => /Connected to .* as server (\d+)/.exec(client.output())?.[1],
    ).catch((cause: unknown) => {
      throw new Error(`A client is not connected. It printed:\n${client.output()}`, { cause });
    });
    return Number(id);
  }

  /** The processes that run now, by what they are. */
  processes(): ReturnType<WholeProduct["processes"]> {
    return this.#product.processes();
  }

  /** The process of this kind; null: none runs at this moment. */
  find(kind: KilledKind): number | null {
    if (kind === "the worker client") return this.#client?.child.pid ?? null;
    const program = CHILD_PROGRAMS[kind];
    if (program !== undefined)
      return this.#product.descendants().find(({ pid }) => program.test(readCommand(pid)))?.pid ?? null;
    const processes = this.#product.processes();
    // A backup needs the whole product to be ended first.
    return kind === "launcher" || kind === "a backup"
      ? processes.launcher
      : (Object.entries(processes).find(([name]) => name === kind)?.[1] ?? null);
  }

  /**
   * Kills (-9) a process, starts again what a supervisor of the system would, and waits until another does its work and the product serves.
   * @returns seconds until then; null for a child, whose work goes on when its turn comes
   * @throws Error when it does not within `BACK_WITHIN_MS`, stretched by the machine's load
   */
  async kill(kind: KilledKind, pid: number): Promise<number | null> {
    if (kind === "a backup") await this.#killBackup();
    const killedAt = performance.now();
    if (kind === "a backup") this.#product = await this.#start(this.#product.dataDir);
    else process.kill(pid, "SIGKILL");
    if (CHILD_PROGRAMS[kind] !== undefined) return null;
    if (kind === "the worker client") {
      await this.#client?.ended();
      await this.startClient(this.#clientKey);
    }
    if (kind === "launcher") this.#product = await this.#start(this.#product.dataDir);
    const isReplaced = () => {
      const successor = this.find(kind);
      return successor !== null && successor !== pid;
    };
    await eventually(
      `the product serves again after kill -9 of ${kind}`,
      async () => isReplaced() && (await answers(`${this.url}/readyz`)),
      BACK_WITHIN_MS,
      100,
    );
    return (performance.now() - killedAt) / 1000;
  }

  /** Ends the product, backs it up, restores the backup into an empty DATA_DIR and goes on there, at the same address. */
  async moveByBackup(): Promise<void> {
    await this.#product.stop();
    const archive = join(temporaryFolder("moved"), "backup.tar.gz");
    const target = temporaryFolder("chaos");
    for (const [dataDir, command] of [
      [this.#product.dataDir, "backup"],
      [target, "restore"],
    ] as const) {
      const { code, output } = await this.#startCommand(dataDir, command, archive).ended;
      if (code !== 0) throw new Error(`the ${command} ended with ${code}: ${output}`);
    }
    this.#product = await this.#start(target);
  }

  /** Ends the product, begins a backup and kills it (-9) at one of its steps, at each in turn. */
  async #killBackup(): Promise<void> {
    const { dataDir } = this.#product;
    await this.#product.stop();
    const archive = join(temporaryFolder("killed"), "backup.tar.gz");
    const { child, ended, output } = this.#startCommand(dataDir, "backup", archive);
    const moment = BACKUP_MOMENTS[this.#backupCount++ % BACKUP_MOMENTS.length] ?? /^/;
    await eventually("a step of the backup", () => moment.test(output()), BACKUP_WITHIN_MS, 5);
    child.kill("SIGKILL");
    await ended;
  }

  #startCommand(dataDir: string, ...args: string[]) {
    return startMain({ dataDir, mongodbUrl: "", redisUrl: "" }, args);
  }
}
