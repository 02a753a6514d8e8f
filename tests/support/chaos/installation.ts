/** The whole product with a worker client beside it, whose processes are killed one after the other. */
import { freePort } from "../../../server/boot/store-process.ts";
import { PASSWORD } from "../api/people.ts";
import { temporaryFolder } from "../cleanup.ts";
import { startWorkerClient, type WorkerClient } from "../live/worker-client.ts";
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
] as const;
export type KilledKind = (typeof KILLED_KINDS)[number];

/** The programs of the children that the runner and the web process start, by their command lines. */
const CHILD_PROGRAMS: Readonly<Partial<Record<KilledKind, RegExp>>> = {
  "a child that trains or searches": /runner\/child\/main\.ts/,
  "a child that exports": /exports\/child\/main\.ts/,
};
export const ADMIN_EMAIL = "admin@example.org";
/** Nothing of the product may take longer until it serves again. */
export const BACK_WITHIN_MS = 15_000;

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );

export class Installation {
  readonly url: string;
  #product: WholeProduct;
  #client: WorkerClient | null = null;
  #clientKey = "";
  readonly #start: () => Promise<WholeProduct>;

  private constructor(url: string, product: WholeProduct, start: () => Promise<WholeProduct>) {
    this.url = url;
    this.#product = product;
    this.#start = start;
  }

  /** Starts the product on a new DATA_DIR with its own stores. */
  static async start(): Promise<Installation> {
    const port = await freePort();
    const environment = {
      MONGODB_URL: "",
      REDIS_URL: "",
      DATA_DIR: temporaryFolder("chaos"),
      PORT: String(port),
      ADMIN_EMAIL,
      ADMIN_PASSWORD: PASSWORD,
    };
    const start = () => startWholeProduct(environment, 180_000);
    return new Installation(`http://127.0.0.1:${port}`, await start(), start);
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
    );
    return Number(id);
  }

  /** The process of this kind; null: none runs at this moment. */
  find(kind: KilledKind): number | null {
    if (kind === "the worker client") return this.#client?.child.pid ?? null;
    const program = CHILD_PROGRAMS[kind];
    if (program !== undefined)
      return this.#product.descendants().find(({ pid }) => program.test(readCommand(pid)))?.pid ?? null;
    const processes = this.#product.processes();
    return kind === "launcher"
      ? processes.launcher
      : (Object.entries(processes).find(([name]) => name === kind)?.[1] ?? null);
  }

  /**
   * Kills (-9) a process, starts again what a supervisor of the system would, and waits until another does its work and the product serves.
   * @returns seconds until then; null for a child, whose work goes on when its turn comes
   * @throws Error when it does not within `BACK_WITHIN_MS`, stretched by the machine's load
   */
  async kill(kind: KilledKind, pid: number): Promise<number | null> {
    const killedAt = performance.now();
    process.kill(pid, "SIGKILL");
    if (CHILD_PROGRAMS[kind] !== undefined) return null;
    if (kind === "the worker client") {
      await this.#client?.ended();
      await this.startClient(this.#clientKey);
    }
    if (kind === "launcher") this.#product = await this.#start();
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
}
