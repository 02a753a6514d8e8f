/** The in-app guide over HTTP. */

import { guidePages } from "@understudy/server/guide/guide.ts";
import { splitSections } from "@understudy/server/guide/search.ts";
import { trainingEffort } from "@understudy/shared/domain/job.ts";
import {
  effortTimeText,
  MAX_WALL_RATIO,
  TRAINING_SECONDS,
} from "@understudy/shared/domain/training-effort.ts";
import { LOW_COVERAGE, MAX_ERROR, MIN_ROWS } from "@understudy/shared/domain/verdict.ts";
import { estimateText, estimateTraining } from "@understudy/shared/job-config/training-estimate.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer();
const person = await addPerson(await logInAdmin(server));
const { contents } = await person.call("getGuide");
const read = async (slug: string) => (await person.call("getGuidePage", { params: { slug } })).content;

const pages = guidePages(contents);

const it = suite("the guide");
it("has a page for every entry that says so, under the entry's title", async () => {
  assert.ok(pages.some(({ slug }) => slug === "overview"));
  for (const { slug, title } of pages) {
    const [heading] = (await read(slug)).split("\n");
    assert.is(heading, `# ${title}`);
  }
});
it("leads only to pages and headings that it has", async () => {
  const places = new Set<string>();
  for (const { slug } of pages) {
    places.add(slug);
    for (const { anchor } of splitSections(await read(slug))) places.add(`${slug}#${anchor}`);
  }
  for (const { slug } of pages) {
    const links = [...(await read(slug)).matchAll(/\]\(\/guides\/([^)]+)\)/g)].map(([, to]) => to ?? "");
    assert.equal(
      links.filter((to) => !places.has(to)),
      [],
      slug,
    );
  }
});
it("states the times of the efforts and the thresholds of the verdicts as they are", async () => {
  const text = (await read("configuration")).replaceAll(/\s+/g, " ");
  const size = { rows: 614, inputs: 8, outputs: [1, 1] };
  for (const effort of trainingEffort.options) {
    assert.match(text, `*${effort}* at most ${effortTimeText(TRAINING_SECONDS[effort])}`);
    const takes = estimateText(estimateTraining(size, effort, 2));
    assert.match(text, `*${effort}* ${takes}`);
  }
  assert.is(MAX_WALL_RATIO, 10);
  assert.match(text, "at most ten times as long");
  const trust = (await read("trust")).replaceAll(/\s+/g, " ");
  for (const [name, max] of Object.entries(MAX_ERROR))
    assert.match(trust, new RegExp(`\\| ${name} \\| at most ${max * 100} %`));
  assert.match(trust, `below ${LOW_COVERAGE * 100} %, two steps`);
  assert.match(trust, `fewer than ${MIN_ROWS} held-out rows`);
});
it("says so of any other page, whatever it is called", async () => {
  for (const slug of ["nothing", "simulations", "../guide", "overview.md"]) {
    const { status, message } = await person.refused("getGuidePage", { params: { slug } });
    assert.equal([status, message], [404, MESSAGES.noGuidePage], slug);
  }
});
