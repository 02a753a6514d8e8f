/** The list of jobs: its order, pages and filters, and what it shows to whom. */
import { assert, suite } from "../harness.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, store, storeJob } from "../support/api/stored-jobs.ts";
import { makeConfig, makeInput } from "../support/factories.ts";

const listing = suite("the job list");
listing.before(async () => {
  await store.jobs.remove({});
  const names = ["job 2", "Job 10", "amplifier", "mixer"];
  for (const [i, name] of names.entries()) {
    const creator = i % 2 === 0 ? { id: owner.id, name: "Ada" } : { id: colleague.id, name: "Zoe" };
    await storeJob({ name, creator, tags: name === "mixer" ? ["RF front end"] : [] });
  }
});
const namesBy = async (query: Parameters<typeof owner.call<"listJobs">>[1]) =>
  (await owner.call("listJobs", query)).items.map(({ name }) => name);
listing("is sorted by id, the newest first, unless asked otherwise", async () => {
  const page = await owner.call("listJobs");
  assert.equal(
    page.items.map(({ name }) => name),
    ["mixer", "amplifier", "Job 10", "job 2"],
  );
  assert.equal([page.total_count, page.page_size], [4, 25]);
  assert.equal(await namesBy({ query: { sort_by: "name", sort_order: "ascending" } }), [
    "amplifier",
    "job 2",
    "Job 10",
    "mixer",
  ]);
});
listing("breaks ties by id", async () => {
  assert.equal(await namesBy({ query: { sort_by: "creator", sort_order: "ascending" } }), [
    "job 2",
    "amplifier",
    "Job 10",
    "mixer",
  ]);
});
listing("is cut into pages", async () => {
  const page = await owner.call("listJobs", { query: { page_number: 2, page_size: 3 } });
  assert.equal(
    page.items.map(({ name }) => name),
    ["job 2"],
  );
  assert.equal([page.total_count, page.page_size], [4, 3]);
  assert.equal((await owner.call("listJobs", { query: { page_number: 9 } })).items, []);
});
listing(
  "is without Single Run jobs, of one objective, of jobs that can be imported, or of those with focus regions, where that is asked for",
  async () => {
    const prefix = "kinds of jobs";
    const columns = makeConfig({ inputs: [makeInput("x")] });
    await storeJob({ name: `${prefix}: run`, objective: "Single Run", is_data_driven: false });
    await storeJob({ name: `${prefix}: read`, is_data_driven: true, config: columns });
    await storeJob({ name: `${prefix}: unread`, is_data_driven: true, config: makeConfig({ inputs: [] }) });
    const focus_regions = [{ range: [0, 1] as [number, number], number_of_sections: 2 }];
    await storeJob({ name: `${prefix}: simulated`, is_data_driven: false, config: columns, focus_regions });
    type Options = NonNullable<Parameters<typeof owner.call<"listJobs">>[1]>;
    const kinds = async (query: NonNullable<Options["query"]>) => {
      const names = await namesBy({ query: { filter: prefix, sort_order: "ascending", ...query } });
      return names.map((name) => name.slice(prefix.length + 2));
    };
    assert.equal(await kinds({}), ["run", "read", "unread", "simulated"]);
    assert.equal(await kinds({ one_off: true }), ["run", "read", "unread", "simulated"]);
    assert.equal(await kinds({ one_off: false }), ["read", "unread", "simulated"]);
    assert.equal(await kinds({ objective: ["Single Run"] }), ["run"]);
    assert.equal(await kinds({ importable: true }), ["read"]);
    assert.equal(await kinds({ has_focus_regions: true }), ["simulated"]);
    await store.jobs.remove({ name: /^kinds of jobs/ });
  },
);
listing("is filtered by name or tag in any case, and by the whole id", async () => {
  assert.equal(await namesBy({ query: { filter: "JOB" } }), ["Job 10", "job 2"]);
  assert.equal(await namesBy({ query: { filter: "rf FRONT" } }), ["mixer"]);
  const [mixer] = (await owner.call("listJobs", { query: { filter: "mixer" } })).items;
  assert.equal(await namesBy({ query: { filter: String(mixer?.id) } }), ["mixer"]);
  assert.equal(await namesBy({ query: { filter: ".*" } }), [], "a filter is text, not a pattern");
});
listing("does not let restricted users find their jobs by tags that they do not see", async () => {
  const [mixer] = (await owner.call("listJobs", { query: { filter: "rf front" } })).items;
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [mixer?.id ?? 0] });
  const countJobs = async (filter: string) =>
    (await guest.call("listJobs", { query: { filter } })).total_count;
  assert.equal([await countJobs("mixer"), await countJobs("rf front")], [1, 0]);
});
listing("says what may be deleted by whom", async () => {
  const { items } = await owner.call("listJobs");
  assert.equal(
    items.map(({ can_be_deleted }) => can_be_deleted),
    [false, true, false, true],
  );
  assert.ok((await admin.call("listJobs")).items.every(({ can_be_deleted }) => can_be_deleted));
});
listing("refuses columns, orders and pages that do not exist", async () => {
  const queries = [
    "sort_by=password_hash",
    "sort_order=up",
    "page_size=1000",
    "page_number=0",
    "page_number=x",
  ];
  for (const query of [...queries, "page_number=1&page_number=2"]) {
    const response = await owner.fetch(`/api/internal/jobs/?${query}`);
    const { errors } = JSON.parse(await response.text());
    assert.equal([response.status, Object.keys(errors)], [400, [query.split("=")[0]]], query);
  }
});
listing("shows restricted users the jobs they were given, by id and name", async () => {
  const [newest] = (await owner.call("listJobs")).items;
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [newest?.id ?? 0] });
  const { items, total_count } = await guest.call("listJobs");
  assert.is(total_count, 1);
  assert.equal(
    items.map(({ name, creator, tags, can_be_deleted }) => ({ name, creator, tags, can_be_deleted })),
    [{ name: "mixer", creator: { name: "" }, tags: [], can_be_deleted: false }],
  );
});
listing("tells restricted users nothing by the order of what they do not see", async () => {
  const ids = (await owner.call("listJobs")).items.map(({ id }) => id);
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: ids });
  const order = async (sort_by: "name" | "creator" | "best_score") => {
    const { items } = await guest.call("listJobs", { query: { sort_by, sort_order: "ascending" } });
    return items.map(({ name }) => name);
  };
  assert.equal(await order("creator"), ["job 2", "Job 10", "amplifier", "mixer"]);
  assert.equal(await order("best_score"), ["job 2", "Job 10", "amplifier", "mixer"]);
  assert.equal(await order("name"), ["amplifier", "job 2", "Job 10", "mixer"]);
});
