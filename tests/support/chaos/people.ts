/**
 * People who work while processes are killed, each with one thing after the other. As a person does, they repeat what was not answered: what may be
 * repeated at once, and the creation of a job only after a look into the list. All that was answered stands in the ledger.
 */
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { type Caller, createCaller } from "../api/caller.ts";
import { PASSWORD } from "../api/people.ts";
import { uploadBytes, uploadTexts } from "../api/upload.ts";
import { MODEL_FILES } from "../specs/sum-model.ts";
import { eventually } from "../waiting.ts";
import { ADMIN_EMAIL } from "./installation.ts";
import { enterJob, type JobEntry, type Ledger, listAllJobs } from "./ledger.ts";
import { insist } from "./requests.ts";

/** A job takes 1,000 comments. */
const DIARY_PAUSE_MS = 1_000;
/** Something is killed every ten seconds: between two kills a search on servers gets little more done than a batch of simulations. */
const WORK_WITHIN_MS = 1_200_000;
const SIMULATION_COUNT = 16;
/** Enough for an emulator that predicts designs out of spec. */
const TRAINING_COUNT = 20;
/** The limit that some designs exceed: sums go from -0.25 to 1. */
const UPPER_LIMIT = 0.8;

const ROW_COUNT = 60;
const PARAMETERS_TEXT = `x,y\n${Array.from({ length: ROW_COUNT }, (_, i) => `${i / ROW_COUNT},${((i * 37) % ROW_COUNT) / ROW_COUNT}\n`).join("")}`;
const OUTPUTS_TEXT = `gain\n${Array.from({ length: ROW_COUNT }, (_, i) => `${Math.sin((5 * i) / ROW_COUNT) + (i % 7)}\n`).join("")}`;

/** A version of a spec, and the server that runs it. */
export type SimulatedModel = { readonly spec_version_id: number; readonly serverId: number };
const toServers = ({ serverId }: SimulatedModel) => ({
  type: "servers" as const,
  servers: [{ id: serverId, concurrent_simulations: 4 }],
});

export class Person {
  readonly #caller: Caller;
  readonly #ledger: Ledger;

  private constructor(caller: Caller, ledger: Ledger) {
    this.#caller = caller;
    this.#ledger = ledger;
  }

  static async logIn(url: string, ledger: Ledger): Promise<Person> {
    const caller = createCaller(url);
    await insist(ledger, "a person logs in", () =>
      caller.call("logIn", { body: { email: ADMIN_EMAIL, password: PASSWORD } }),
    );
    return new Person(caller, ledger);
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** @returns the id of the version of a spec that adds two numbers up */
  async createSpec(): Promise<number> {
    const file = await uploadTexts(this.#caller, Object.entries(MODEL_FILES));
    const body = { verbose_name: "Sum", help_text: "A sum of two inputs", file };
    return (await this.#caller.call("createSpec", { body })).spec_version_id;
  }

  /** From two files to an emulator that is exported, commented on and renamed; every second one is deleted in the end. */
  async emulate(number: number): Promise<void> {
    const name = `Emulator ${number}`;
    const input_file_id = await this.#upload("parameters.csv", PARAMETERS_TEXT);
    const output_file_id = await this.#upload("outputs.csv", OUTPUTS_TEXT);
    const id = await this.#create(name, async () => {
      const body = { name, source: "files" as const, input_file_id, output_file_id };
      return (await this.#caller.call("createJob", { body })).id;
    });
    const job = enterJob(this.#ledger, { id, name, ends: "Complete", simulationCount: null });
    const params = { job_id: id };
    await this.#comment(id, `What is ${name} of?`);
    await this.#reaches(id, "Awaiting Configuration");
    const config = { inputs: [{ name: "x", display: `Width ${number}` }] };
    await this.#insist("the configuration is stored", () =>
      this.#caller.call("updateJobConfig", { params, body: config }),
    );
    job.inputDisplay = `Width ${number}`;
    await this.#insist("a training is asked for", () => this.#startTraining(id));
    await this.#rename(job, `${name}, renamed`);
    await this.#reaches(id, "Complete");
    await this.#export(id);
    await this.#comment(id, `${name} is trained.`);
    if (number % 2 === 0) await this.#delete(job);
  }

  /** An optimisation whose simulations run on the worker client. */
  async optimise(number: number, model: SimulatedModel): Promise<void> {
    const name = `Optimisation ${number}`;
    const { id } = await this.#createSpecJob(model, name, SIMULATION_COUNT, {
      objective: "Optimization",
      maximum_simulations: SIMULATION_COUNT,
      score_function: {
        name: "Maximise output",
        inputs: { output: { type: "Output Scalar", output_name: "sum" } },
      },
      resources: toServers(model),
    });
    await this.#comment(id, `${name} looks for the best.`);
    await this.#reaches(id, "Complete");
  }

  /** An emulator of simulations on the worker client. @returns the id of its job */
  async simulateAndTrain(model: SimulatedModel): Promise<number> {
    const { id } = await this.#createSpecJob(model, "Emulator of the model", TRAINING_COUNT, {
      objective: "Training",
      maximum_simulations: TRAINING_COUNT,
      train_when_done: true,
      simulation_resources: toServers(model),
    });
    await this.#reaches(id, "Complete");
    return id;
  }

  /** Designs that an emulator predicts out of spec, which the worker client verifies. */
  async verify(number: number, model: SimulatedModel, emulator_job_id: number): Promise<void> {
    const name = `Verification ${number}`;
    const { id } = await this.#createSpecJob(model, name, "some", {
      objective: "Out of Spec",
      maximum_simulations: SIMULATION_COUNT,
      emulator_job_id,
      score_function: {
        name: "Within limits",
        inputs: {
          output: { type: "Output Scalar", output_name: "sum" },
          upper: { type: "Scalar", value: UPPER_LIMIT },
        },
      },
      resources: toServers(model),
    });
    await this.#comment(id, `${name} asks where the sum is too large.`);
    await this.#reaches(id, "Complete");
  }

  /** @returns true while servers verify designs; false, too, while the product does not answer */
  async isVerifying(): Promise<boolean> {
    const query = { page_number: 1, page_size: 10 };
    return await this.#caller.call("listJobs", { query }).then(
      ({ items }) => items.some(({ status }) => status === "Verifying"),
      () => false,
    );
  }

  /** Small things, one after the other, so that whatever happens happens to some of them. */
  async keepDiary(signal: AbortSignal): Promise<void> {
    const name = "Diary";
    const input_file_id = await this.#upload("parameters.csv", PARAMETERS_TEXT);
    const output_file_id = await this.#upload("outputs.csv", OUTPUTS_TEXT);
    const id = await this.#create(name, async () => {
      const body = { name, source: "files" as const, input_file_id, output_file_id };
      return (await this.#caller.call("createJob", { body })).id;
    });
    enterJob(this.#ledger, { id, name, ends: "Awaiting Configuration", simulationCount: null });
    for (let page = 1; !signal.aborted; page++) {
      const text = `Page ${page}`;
      const generatedName = `${randomUUID()}-page.txt`;
      await this.#insist(`${text} is uploaded`, () =>
        uploadBytes(this.#caller, generatedName, new Blob([text])),
      );
      this.#ledger.uploads.set(generatedName, text.length);
      await this.#comment(id, text);
      await sleep(DIARY_PAUSE_MS);
    }
  }

  /** The checksum of a file that is offered for download. */
  async hash(href: string): Promise<string> {
    return await this.#insist(`${href} is downloaded`, async () => {
      const response = await this.#caller.fetch(href);
      if (!response.ok) throw new Error(`${href} was refused: ${response.status} `);
      return createHash("sha256")
        .update(Buffer.from(await response.arrayBuffer()))
        .digest("hex");
    });
  }

  #insist<T>(request: string, ask: () => Promise<T>): Promise<T> {
    return insist(this.#ledger, request, ask);
  }

  #upload(fileName: string, text: string): Promise<string> {
    const generatedName = `${randomUUID()}-${fileName}`;
    return this.#insist(`${fileName} is uploaded`, () =>
      uploadBytes(this.#caller, generatedName, new Blob([text])),
    );
  }

  /** A request that was not answered may have created the job: it is looked for in the list before another is sent. */
  async #create(name: string, send: () => Promise<number>): Promise<number> {
    const { sentCreations } = this.#ledger;
    return await this.#insist(`${name} is created`, async () => {
      const existing = (await listAllJobs(this.#caller)).find((job) => job.name === name);
      if (existing !== undefined) return existing.id;
      sentCreations.set(name, (sentCreations.get(name) ?? 0) + 1);
      return await send();
    });
  }

  /** @param simulationCount in the end */
  async #createSpecJob(
    { spec_version_id }: SimulatedModel,
    name: string,
    simulationCount: JobEntry["simulationCount"],
    settings: Omit<CreateSpecJobBody, "name">,
  ): Promise<JobEntry> {
    const id = await this.#create(name, async () => {
      const body = { name, ...settings };
      return (await this.#caller.call("createSpecJob", { params: { spec_version_id }, body })).id;
    });
    return enterJob(this.#ledger, { id, name, ends: "Complete", simulationCount });
  }

  /** One that was begun already is not begun again. */
  async #startTraining(job_id: number): Promise<void> {
    const params = { job_id };
    const { status } = await this.#caller.call("getJob", { params });
    if (status !== "Awaiting Configuration") return;
    await this.#caller.call("startTraining", { params, body: { train_on: "platform", effort: "quick" } });
  }

  async #reaches(job_id: number, target: string): Promise<void> {
    await eventually(
      `job ${job_id} is ${target}`,
      async () => {
        const { status, error } = await this.#insist("a job is read", () =>
          this.#caller.call("getJob", { params: { job_id } }),
        );
        if (status.endsWith("Failed")) throw new Error(`job ${job_id} is ${status}: ${error}`);
        return status === target;
      },
      WORK_WITHIN_MS,
      200,
    );
  }

  async #comment(job_id: number, text: string): Promise<void> {
    const key = randomUUID();
    await this.#insist("a comment is stored", () =>
      this.#caller.call("createComment", { params: { job_id }, body: { text, key } }),
    );
    this.#ledger.comments.set(key, { job_id, text });
  }

  async #rename(job: JobEntry, name: string): Promise<void> {
    const params = { job_id: job.id };
    job.names.push(name);
    await this.#insist("a name is stored", () =>
      this.#caller.call("editJob", { params, body: { name, description: name } }),
    );
    job.names = [name];
    job.description = name;
  }

  async #export(job_id: number): Promise<void> {
    const params = { job_id };
    const body = { format: "c" as const };
    const href = await eventually(
      `job ${job_id} is exported`,
      async () => {
        const made = await this.#insist("an export is asked for", () =>
          this.#caller.call("createExport", { params, body }),
        );
        if (made.state === "failed" && !/^The disk /.test(made.text))
          throw new Error(`the export failed: ${made.text}`);
        return made.file?.href ?? null;
      },
      WORK_WITHIN_MS,
      300,
    );
    if (href === null) throw new Error("an export has no file");
    this.#ledger.exports.push({ href, sha256: await this.hash(href) });
  }

  async #delete(job: JobEntry): Promise<void> {
    const params = { job_id: job.id };
    this.#ledger.exports.splice(
      0,
      this.#ledger.exports.length,
      ...this.#ledger.exports.filter(({ href }) => !href.includes(`/${job.id}/`)),
    );
    await this.#insist("a job is deleted", async () => {
      const { status } = await this.#caller.attempt("getJob", { params });
      if (status !== 404) await this.#caller.call("deleteJobs", { body: { ids: [job.id] } });
    });
    job.isDeleted = true;
  }
}
