/** The filters of the job list, the order of its newer columns, and the filters that people save. */
import { MAX_SAVED_FILTERS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { assert, suite } from "../harness.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { makeJobFilter } from "../support/factories.ts";
import { openProfiler } from "../support/profiler.ts";

const counts = (complete: number) => ({ planned: 100, running: 0, complete, failed: 0 });
const theirs = { creator: { id: colleague.id, name: "Zoe" } };

const filters = suite("the filters of the job list");
filters.before(async () => {
  await storeJob({ name: "a", status: "Complete", best_score: 2, simulation_counts: counts(10) });
  await storeJob({ name: "b", status: "Running", objective: "Optimization", best_score: -1, ...theirs });
  await storeJob({ name: "c", status: "Interrupted", objective: "Sampling", simulation_counts: counts(50) });
  await storeJob({ name: "d", status: "Complete", objective: "Single Run", ...theirs });
  await storeJob({ name: "e", status: "Complete", objective: "Optimization", archived: true });
});
const listNames = async (search: string) => {
  const response = await owner.fetch(`/api/internal/jobs/?sort_order=ascending&${search}`);
  const { items }: { items: { name: string }[] } = JSON.parse(await response.text());
  return items.map(({ name }) => name).join("");
};
filters("leave several states, objectives and creators", async () => {
  assert.is(await listNames("status=Complete,Running"), "abd");
  assert.is(await listNames("objective=Optimization,Sampling"), "bc");
  assert.is(await listNames(`creator=${colleague.id}`), "bd");
  assert.is(await listNames(`creator=${colleague.id},${owner.id}`), "abcd");
  assert.is(await listNames(`status=Complete&creator=${colleague.id}&objective=Single%20Run`), "d");
  assert.is(await listNames("status="), "abcd");
});
filters("refuse what is no state, objective or person", async () => {
  for (const [field, search] of Object.entries({
    status: "status=Complete,Asleep",
    objective: "objective=Training;Sampling",
    creator: "creator=1,ada",
    archived: "archived=maybe",
  })) {
    const response = await owner.fetch(`/api/internal/jobs/?${search}`);
    const { errors } = JSON.parse(await response.text());
    assert.equal([response.status, Object.keys(errors).join().split(".")[0]], [400, field]);
  }
});
filters("hide archived jobs unless they are asked for", async () => {
  assert.is(await listNames(""), "abcd");
  assert.is(await listNames("archived=include"), "abcde");
  assert.is(await listNames("archived=only"), "e");
});
filters("leave restricted people what they were given", async () => {
  const jobs = await store.jobs.find({}, { sort: { _id: 1 } });
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: jobs.map(({ _id }) => _id) });
  const { items } = await guest.call("listJobs", { query: { status: ["Running"], creator: [colleague.id] } });
  assert.is(items.length, jobs.length);
  assert.ok(items.every((job) => !job.archived && job.best_score === null && job.simulations === null));
});
filters("name the people who created jobs, each once", async () => {
  await storeJob({ name: "f", creator: { id: colleague.id, name: "Zoe" }, archived: true });
  const { items } = await owner.call("listJobCreators");
  assert.equal(items, [
    { id: owner.id, name: "Ada" },
    { id: colleague.id, name: "Zoe" },
  ]);
});
filters("go with the order by best score and by number of simulations", async () => {
  const names = async (sort_by: "best_score" | "simulations") =>
    (await owner.call("listJobs", { query: { sort_by } })).items.map(({ name }) => name).join("");
  assert.is(await names("best_score"), "abdc");
  assert.is(await names("simulations"), "cadb");
  const [first] = (await owner.call("listJobs", { query: { sort_by: "simulations" } })).items;
  assert.is(first?.simulations, 50);
});
filters("are answered from indexes", async () => {
  const profiler = openProfiler(server.config.mongodbUrl, "jobs");
  const searches = ["", "status=Complete", "objective=Sampling", `creator=${owner.id}`, "archived=only"];
  const lists = await profiler.during(async () => {
    for (const search of [...searches, "sort_by=best_score", "sort_by=simulations"]) await listNames(search);
  });
  assert.ok(lists.length >= 2 * searches.length);
  for (const { planSummary } of lists) assert.not.match(String(planSummary), /COLLSCAN/);
});

const saved = suite("saved filters");
const namesFor = async (caller: typeof owner) =>
  (await caller.call("listJobFilters")).items.map(({ name }) => name);
saved("are with the person who saved them, on every machine, and with nobody else", async () => {
  const query = makeJobFilter({ filter: "amplifier", status: ["Running"], creator: [colleague.id] });
  await owner.call("saveJobFilter", { body: { name: "Amplifiers that run", query } });
  assert.equal((await owner.call("listJobFilters")).items, [{ name: "Amplifiers that run", query }]);
  assert.equal(await namesFor(colleague), []);
});
saved("of one name replace each other, and can be deleted", async () => {
  await owner.call("saveJobFilter", { body: { name: "Job 10", query: makeJobFilter() } });
  await owner.call("saveJobFilter", { body: { name: "Job 2", query: makeJobFilter() } });
  const query = makeJobFilter({ archived: "only" });
  const { items } = await owner.call("saveJobFilter", { body: { name: "JOB 2", query } });
  assert.equal(
    items.map(({ name }) => name),
    ["Amplifiers that run", "JOB 2", "Job 10"],
  );
  assert.is(items[1]?.query.archived, "only");
  await owner.call("deleteJobFilter", { body: { name: "job 2" } });
  assert.equal(await namesFor(owner), ["Amplifiers that run", "Job 10"]);
});
saved("are bounded in number and in size", async () => {
  const query = makeJobFilter();
  for (let i = 0; i < MAX_SAVED_FILTERS; i++)
    await colleague.call("saveJobFilter", { body: { name: `Filter ${i}`, query } });
  const refused = await colleague.refused("saveJobFilter", { body: { name: "One more", query } });
  assert.equal(refused.errors, { name: [LIST_MESSAGES.noMoreFilters(MAX_SAVED_FILTERS)] });
  await colleague.call("saveJobFilter", { body: { name: "Filter 7", query } });
  const long = { name: "x".repeat(61), query: { ...query, filter: "y".repeat(201) } };
  const tooLong = await owner.refused("saveJobFilter", { body: long });
  assert.equal([tooLong.status, Object.keys(tooLong.errors ?? {})], [400, ["name", "query.filter"]]);
});
