/** A web process of its own with something in it to ask for, and people of every kind who ask. */
import { openPlatform } from "@understudy/server/platform/platform.ts";
import { readMemory } from "../../bench/processes.ts";
import { type Caller, createCaller } from "../api/caller.ts";
import { addPerson, PASSWORD } from "../api/people.ts";
import { atEnd } from "../cleanup.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../processes/web-process.ts";
import { storeTrainedSpecJob } from "../specs/trained-spec-job.ts";
import type { Pools } from "./requests.ts";

export type House = {
  url: string;
  admin: Caller;
  /** Headers that say who asks; the first says nothing. */
  senders: readonly Record<string, string>[];
  pools: Pools;
  /** Reads the resident memory of the web process (MB). @throws Error once it has ended */
  residentMb(): number;
};

export async function openHouse(): Promise<House> {
  const config = await webConfig();
  const url = urlOf(config);
  const child = await startWebProcess(config);
  const platform = await openPlatform(config);
  atEnd("the test's own platform", platform.close);
  const job = await storeTrainedSpecJob(platform);
  // Its spec version was stored under the job's id, which the next one must not get again.
  await platform.store.nextId("spec_versions", job._id);
  const admin = createCaller(url);
  await admin.call("logIn", { body: { email: ADMIN_EMAIL, password: PASSWORD } });
  const person = await addPerson(admin);
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job._id] });
  const { token } = await person.call("createApiToken", { body: { name: "fuzz" } });
  const byCookie = (caller: Caller) => ({ origin: url, cookie: caller.cookie() });
  const ids = (...existingIds: number[]) => [
    ...existingIds.map(String),
    String(existingIds[0]),
    "0",
    "999999",
  ];
  return {
    url,
    admin,
    senders: [{}, byCookie(admin), byCookie(person), byCookie(guest), { authorization: `Bearer ${token}` }],
    pools: {
      job_id: ids(job._id),
      spec_version_id: ids(job.spec_version_id ?? 1),
      simulation_id: ids(1, 2, 3),
      // Nobody who asks: a password that changes would end their session.
      user_id: ["999999"],
      token_id: ["none"],
      session_id: ["none", "0123456789abcdef"],
      spec_template_id: ["1", "2", "ngspice"],
      data_set: ["training", "validation", "combined"],
      row_index: ["0", "1", "39", "40", "999999"],
      generated_file_name: ["0123456789abcdef-a.csv", "a.csv", "..", "-"],
      key: ["engineering1", "none"],
      path: [
        "work_dirs",
        "specs",
        "logs",
        `work_dirs/${job._id}`,
        `work_dirs/${job._id}/data.csv`,
        "../x",
        "/",
      ],
      slug: ["start", "none"],
    },
    residentMb: () => {
      if (child.exitCode !== null) throw new Error(`The web process ended with code ${child.exitCode}.`);
      return readMemory(child.pid ?? 0);
    },
  };
}
