/** The trust that the emulator page gives to its emulator, as a person sees it. */

import { createRandom } from "@understudy/engine/math/random.ts";
import { CROSS_VALIDATED_ROWS } from "@understudy/shared/domain/cross-validation.ts";
import { countText } from "@understudy/shared/number-text.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import type { Answer, Caller } from "../support/api/caller.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { callerOf, type Tables, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("trust in an emulator", { timeout: 180_000 });

type Report = Answer<"getEmulatorReport">;

let baseURL = "";
let ada: Account;
let caller: Caller;
let page: Page;
let job_id = 0;
let report: Report;
/** The inputs whose sliders reach beyond the training rows: a validation row has the largest value of the data. */
let beyondTraining: Answer<"getJobConfig">["inputs"] = [];

/** So many rows that those for validation are held out of the training. */
function makeTables(): Tables {
  const random = createRandom(1);
  const points = Array.from({ length: CROSS_VALIDATED_ROWS }, () =>
    Array.from({ length: 6 }, () => random.uniform()),
  );
  const rows = (names: string, write: (point: readonly number[]) => readonly number[]): string =>
    [names, ...points.map((point) => write(point).join())].join("\n");
  return {
    parameters: rows("length,width,height,load,speed,angle", (point) => point),
    outputs: rows("gain,offset", ([a = 0, b = 0, c = 0, d = 0]) => [a + b * b, Math.sin(3 * a) + c * d]),
  };
}

it.before(async () => {
  const server = await startTestServer();
  baseURL = server.url;
  ada = await addPerson(server.config, "Ada Lovelace");
  caller = await callerOf(baseURL, ada);
  const runner = await startTestRunner(server.config);
  job_id = await trainedJob(caller, "Beam", makeTables(), 50);
  await runner.close();
  report = await eventually("the report", async () => {
    const answer = await caller.call("getEmulatorReport", { params: { job_id } });
    return answer.status === "ready" ? answer : null;
  });
  const { inputs } = await caller.call("getJobConfig", { params: { job_id } });
  const highest = new Map(report.inputs.map(({ name, histogram }) => [name, histogram?.edges.at(-1) ?? 0]));
  beyondTraining = inputs.filter(({ name, max }) => (max ?? 0) > (highest.get(name) ?? 0));
  assert.ok(beyondTraining.length >= 2, "two inputs with a validation row beyond all training rows");
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const open = async (on: Page, query = ""): Promise<void> => {
  await on.goto(`/jobs/${job_id}${query}`);
  await on.getByRole("complementary", { name: "Parameters" }).waitFor();
};
const trust = (on: Page) => on.getByRole("region", { name: "Trust", exact: true });
const badge = (on: Page) => on.getByRole("status").filter({ hasText: "Outside the training data" });

it("shows on each slider how the training rows are spread, and marks where the slider stands", async () => {
  await open(page);
  const [first] = report.inputs;
  const bars = page.getByRole("img", {
    name: `Training data over ${first?.name}: ${report.training_rows} rows`,
  });
  await bars.waitFor();
  assert.is(await page.getByRole("img", { name: /^Training data over/ }).count(), report.inputs.length);
  const box = await bars.boundingBox();
  const slider = page.getByRole("slider").first();
  const track = await slider.boundingBox();
  assert.ok(box !== null && track !== null);
  // Inside the track by half a thumb at either end, standing on its line.
  assert.ok(Math.abs(box.x - track.x - 8) < 1 && Math.abs(box.width - track.width + 16) < 1);
  const ground = box.y + box.height - track.y;
  assert.ok(ground > track.height / 2 && ground < track.height, `${ground} of ${track.height} px`);
  const marked = bars.locator("path").nth(1);
  const before = await marked.getAttribute("d");
  await slider.focus();
  for (let press = 0; press < 12; press++) await page.keyboard.press("ArrowRight");
  await eventually("another bar is marked", async () => (await marked.getAttribute("d")) !== before);
});

it("says so by name where a slider leaves the range of the training rows, and no longer when it is back", async () => {
  await open(page);
  const [first, second] = beyondTraining;
  const box = (input = first) => page.getByRole("textbox", { name: `${input?.name}, value` });
  assert.is(await badge(page).count(), 0);
  await box().fill(String(first?.max));
  await badge(page).getByText(`Outside the training data: ${first?.name}`, { exact: true }).waitFor();
  await page.getByText(/^trained on /).waitFor();
  await box(second).fill(String(second?.max));
  await badge(page)
    .getByText(`Outside the training data: ${first?.name}, ${second?.name}`, { exact: true })
    .waitFor();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await badge(page).waitFor({ state: "detached" });
  assert.is(await page.getByText(/^trained on /).count(), 0);
});

it("shades in the scalar plot what lies beyond the training rows", async () => {
  await open(page);
  const plot = page.getByRole("region", { name: "Scalar plot" });
  const [input] = beyondTraining;
  await plot.getByRole("combobox", { name: "Parameter of the scalar plot" }).selectOption(input?.name ?? "");
  await eventually("a band that can be seen", async () => {
    const boxes = await Promise.all(
      (await plot.locator(".plot-zone").all()).map((zone) => zone.boundingBox()),
    );
    return boxes.some((box) => box !== null && box.width >= 1);
  });
});

const countInside = ({ values_inside, validation_values }: Report["outputs"][number]): string =>
  `${countText(values_inside)} of ${countText(validation_values)}`;

it("shows of each output its accuracy and coverage on validation rows, and why its models were chosen", async () => {
  await open(page);
  const table = trust(page).getByRole("table", { name: "Trust in each output" });
  for (const [index, output] of report.outputs.entries()) {
    const text = (await table.locator("tbody tr").nth(index).textContent()) ?? "";
    assert.match(text, output.name);
    assert.match(text, countInside(output));
  }
  const [first, second] = report.outputs;
  await trust(page)
    .getByText(`${first === undefined ? "" : countInside(first)} validation values lie inside`)
    .waitFor();
  await trust(page)
    .getByText(first?.reason ?? "", { exact: true })
    .waitFor();
  await table.getByRole("button", { name: second?.name ?? "" }).click();
  await trust(page)
    .getByRole("heading", { name: `Calibration of ${second?.name}` })
    .waitFor();
  // The scalar plot follows, so that all plots are of one output.
  const chosen = page.getByRole("combobox", { name: "Output of the scalar plot" });
  assert.is(await chosen.inputValue(), second?.name);
  const curve = trust(page).getByRole("region", { name: `Calibration of ${second?.name}` });
  await curve.focus();
  await page.keyboard.press("End");
  await curve.getByText(/^Nominal 95%$/).waitFor();
  await curve.getByText(/^Observed [\d.]+%$/).waitFor();
});

it("names the validation rows outside the bounds, and compares the emulator with the one that is clicked", async () => {
  const [first] = report.outputs;
  const { data_set_sizes } = await caller.call("getJobConfig", { params: { job_id } });
  const actual = Array.from({ length: data_set_sizes.validation }, () => 0);
  const [outside, furthest] = [2, 5];
  actual[outside - 1] = 2;
  actual[furthest - 1] = 3;
  const ones = actual.map(() => 1);
  const answer = {
    actual,
    values: actual.map(() => 0),
    lower_bounds: ones.map((bound) => -bound),
    upper_bounds: ones,
  };
  await page.route("**/scalar_emulator_outputs*", (route) =>
    route.fulfill({
      json: { status: "ready", indices: [...actual.keys()], outputs: { [first?.name ?? ""]: answer } },
    }),
  );
  await open(page);
  await trust(page).getByText("2 validation rows lie outside, furthest first: rows 5 and 2.").waitFor();
  await trust(page)
    .getByRole("button", { name: `Compare with validation row ${furthest}` })
    .click();
  const box = page.getByRole("spinbutton", { name: "Row number" });
  await eventually("row 5 is compared with", async () => (await box.inputValue()) === String(furthest));
  assert.ok(await page.getByRole("radio", { name: "Validation" }).isChecked());
  await page.unroute("**/scalar_emulator_outputs*");
});

it("shows many outputs page by page, beginning with the one that is looked at", async () => {
  const [first] = report.outputs;
  const many = await newPage({ baseURL, as: ada });
  const config = await caller.call("getJobConfig", { params: { job_id } });
  const definition = config.outputs.find(({ name }) => name === first?.name);
  const names = Array.from({ length: 60 }, (_, at) => `copy ${at + 1}`);
  const outputs = names.map((name) => ({ ...definition, name }));
  const fake = (path: string, json: object) => many.route(path, (route) => route.fulfill({ json }));
  await fake("**/config", { ...config, outputs, emulator_outputs: names });
  await fake("**/emulator", { ...report, outputs: names.map((name) => ({ ...first, name })) });
  const nothing = { status: "ready", outputs: {} };
  const nowhere = { outputs_list: null, outside: null, outside_list: null };
  await fake("**/emulator/outputs", { ...nothing, ...nowhere, emulator_version: report.emulator_version });
  await fake("**/scalar_emulator_outputs*", { ...nothing, indices: [] });
  await open(many, "?output=copy%2030");
  const lines = trust(many).getByRole("table", { name: "Trust in each output" }).locator("tbody tr");
  await trust(many).getByText("2 of 3", { exact: true }).waitFor();
  assert.is(await lines.count(), 25);
  await lines.filter({ hasText: "copy 30" }).waitFor();
  await trust(many).getByRole("button", { name: "Last" }).click();
  await lines.filter({ hasText: "copy 60" }).waitFor();
  assert.is(await lines.count(), 10);
  assert.equal(complaints(many), []);
  await many.context().close();
});

it("answers whether more data would help where that was measured, and is silent where it was not", async () => {
  const answered = (learning_curve: (typeof report.outputs)[number]["learning_curve"]) =>
    page.route("**/emulator", async (route) => {
      const measured = { coefficient_of_determination: 0.9, training_rows: 144, learning_curve };
      const outputs = report.outputs.map((output) => ({ ...output, ...measured }));
      await route.fulfill({ json: { ...report, outputs } });
    });
  await answered({ rows: [36, 72, 144], coefficients_of_determination: [0.6, 0.8, 0.9] });
  await open(page);
  await trust(page).getByRole("heading", { name: "Would more data help?" }).waitFor();
  await trust(page)
    .getByText(/twice the rows \(288\) should raise it from 90\.0% to about 95\.0%/)
    .waitFor();
  await page.unroute("**/emulator");
  await answered(null);
  await open(page);
  await trust(page).getByRole("table", { name: "Trust in each output" }).waitFor();
  assert.is(await page.getByRole("heading", { name: "Would more data help?" }).count(), 0);
  await page.unroute("**/emulator");
});

it("is opened on a phone by who wants to know, and can be read there in either scheme", async () => {
  const phone = await newPage({ baseURL, size: PHONE, as: ada });
  await open(phone);
  const table = trust(phone).getByRole("table", { name: "Trust in each output", includeHidden: true });
  await trust(phone).getByRole("button", { name: "Show", exact: true }).waitFor();
  assert.is(await table.isVisible(), false);
  await trust(phone).getByRole("button", { name: "Show", exact: true }).click();
  await table.waitFor();
  await trust(phone).locator(".plot .plot-line").first().waitFor({ state: "attached" });
  const [input] = beyondTraining;
  await phone.getByRole("textbox", { name: `${input?.name}, value` }).fill(String(input?.max));
  await badge(phone).waitFor();
  await checkLooks(phone, null);
  assert.equal(complaints(phone), []);
  await phone.context().close();
});
