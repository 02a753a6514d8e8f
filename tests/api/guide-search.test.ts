/** The search in the guide and its pictures, over HTTP. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { guidePages, readGuidePage } from "@understudy/server/guide/guide.ts";
import { GUIDE_SEARCH } from "@understudy/shared/limits.ts";
import { assert, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const PICTURES_FOLDER = join(import.meta.dirname, "../../server/guide/pictures");
const MAX_PICTURE_BYTES = 2_000_000;

const server = await startTestServer();
const admin = await logInAdmin(server);
const person = await addPerson(admin);
const guest = await addPerson(admin, { restricted: true });
const search = async (text: string) => (await person.call("searchGuide", { query: { text } })).results;

const it = suite("the search in the guide");
it("finds the section with the words, its heading first, with an excerpt around them", async () => {
  const [first] = await search("calibration error");
  assert.equal([first?.slug, first?.page, first?.anchor], ["trust", "Trust", "the-bounds"]);
  assert.match(first?.excerpt ?? "", /calibration error/i);
  for (const { excerpt } of await search("simulation"))
    assert.ok(excerpt.length <= GUIDE_SEARCH.excerpt + 4, `${excerpt.length} characters`);
});
it("finds beginnings of words and words with a letter wrong", async () => {
  assert.ok((await search("timeout_sec")).some(({ slug }) => slug === "manifest"));
  assert.is((await search("sensitivty"))[0]?.slug, "sensitivity");
});
it("finds only sections that hold every word, and at most so many", async () => {
  assert.equal(await search("xylophone"), []);
  assert.equal(await search("emulator xylophone"), []);
  assert.equal(await search("  "), []);
  assert.is((await search("the")).length, GUIDE_SEARCH.results);
  const tooLong = await person.fetch(`/api/internal/docs:search?text=${"x".repeat(GUIDE_SEARCH.text + 1)}`);
  assert.is(tooLong.status, 400);
});

const pictures = suite("the pictures of the guide");
const named = async (): Promise<string[]> => {
  const texts = await Promise.all(guidePages().map(({ slug }) => readGuidePage(slug)));
  return texts
    .flatMap((text) => [...(text ?? "").matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)])
    .map(([, alt = "", name = ""]) => {
      assert.ok(alt.length > 20, `${name} says what it shows`);
      return name;
    });
};
pictures("are there in both schemes for every page that shows one, no others, and small", async () => {
  const files = readdirSync(PICTURES_FOLDER).sort();
  const expectedFiles = (await named()).flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]);
  assert.equal(files, expectedFiles.sort());
  const bytes = files.reduce((sum, file) => sum + statSync(join(PICTURES_FOLDER, file)).size, 0);
  assert.ok(bytes < MAX_PICTURE_BYTES, `${bytes} bytes`);
});
pictures("are sent to full users only, once", async () => {
  const [name] = await named();
  const path = `/static/guide/${name}-light.webp`;
  const answer = await person.fetch(path);
  assert.equal([answer.status, answer.headers.get("content-type")], [200, "image/webp"]);
  assert.is(answer.headers.get("content-disposition"), null);
  assert.is(
    (await answer.arrayBuffer()).byteLength,
    statSync(join(PICTURES_FOLDER, `${name}-light.webp`)).size,
  );
  const etag = answer.headers.get("etag") ?? "";
  assert.is(
    (await person.fetch(path, { headers: { "if-none-match": etag, "cache-control": "max-age=0" } })).status,
    304,
  );
  assert.is((await guest.fetch(path)).status, 404);
  assert.is((await createCaller(server.url).fetch(path)).status, 401);
});
pictures("are all there is in their folder", async () => {
  for (const path of ["none.webp", "../guide.ts", "..%2Fguide.ts", "emulator-light", "a/b.webp"])
    assert.is((await person.fetch(`/static/guide/${path}`)).status, 404, path);
});
