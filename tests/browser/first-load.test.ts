import { assert, suite } from "../harness.ts";
import { newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the first load");
const { url, config } = await startTestServer();

/** Bytes as they go over the network: what people wait for who open the product for the first time. */
const MAX_BYTES = 300 * 1024;

it("of the jobs takes less than 300 KB, headers included", async () => {
  const page = await newPage({ baseURL: url, as: await addPerson(config, "Ada Lovelace") });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto("/jobs");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.ok(bytes > 50_000 && bytes < MAX_BYTES, `${bytes} bytes`);
});

it("comes with the licences of the packages that the client contains", async () => {
  const response = await fetch(`${url}/third-party-notices.txt`);
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain/);
  assert.match(await response.text(), /^react-dom [\d.]+ \(MIT\)$/m);
});
