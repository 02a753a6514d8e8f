/** An emulator compared with rows of its data, and curves with the curves of a row. */
import { assert, eventually, suite } from "../harness.ts";
import { complaints } from "../support/browser/browser.ts";
import {
  caller,
  compareWith,
  firstRow,
  heartId,
  open,
  page,
  rowBox,
  slider,
  transistorId,
} from "../support/browser/emulator-page.ts";

const it = suite("the data comparison of an emulator", { timeout: 180_000 });

it.after(() => {
  assert.equal(complaints(page), []);
});

it("compares with rows of the data, wraps around at both ends, and moves the sliders to the row", async () => {
  await open(page, heartId);
  assert.is(await rowBox(page).isDisabled(), true);
  await compareWith(page, "Validation");
  await eventually("the nearest row", async () => (await rowBox(page).inputValue()) !== "");
  const { data_set_sizes } = await caller.call("getJobConfig", { params: { job_id: heartId } });
  const last = String(data_set_sizes.validation);
  await rowBox(page).fill("0");
  await eventually("before the first comes the last", async () => (await rowBox(page).inputValue()) === last);
  await page.getByRole("button", { name: "Next row" }).click();
  await eventually("after the last comes the first", async () => (await rowBox(page).inputValue()) === "1");
  await page.getByRole("button", { name: "Previous row" }).click();
  await eventually("and back", async () => (await rowBox(page).inputValue()) === last);

  const row = await caller.call("getDataRow", {
    params: { job_id: heartId, data_set: "validation", row_index: data_set_sizes.validation - 1 },
  });
  const [name = ""] = (await caller.call("getJobConfig", { params: { job_id: heartId } })).emulator_outputs;
  await eventually("the row's own output stands beside the emulator's", async () => {
    const { actual, output } = await firstRow(page);
    return (
      Math.abs(Number(actual) / Number(row.data[name]) - 1) < 1e-4 &&
      Math.abs(output / Number(actual) - 1) < 0.2
    );
  });
  await rowBox(page).focus();
  for (const key of ["-", "=", ".", "e"]) await page.keyboard.press(key);
  assert.is(await rowBox(page).inputValue(), last);
});

it("says how far each output is from the row, and whether that is inside the bounds", async () => {
  await eventually("a difference of the present row", async () => {
    const { actual, output, lower, upper, difference, bounds } = await firstRow(page);
    const isInside = lower <= Number(actual) && Number(actual) <= upper;
    // The numbers of the table have five significant figures.
    const rounding = 1e-4 * Math.abs(output);
    const [halfWidths] = /[\d.]+/.exec(bounds) ?? [""];
    return (
      Math.abs(Number(difference) - (output - Number(actual))) < rounding &&
      bounds.startsWith(isInside ? "Inside the bounds" : "Outside") &&
      (isInside ? Number(halfWidths) <= 1 : Number(halfWidths) >= 1)
    );
  });
});

it("says that choosing a data set has moved the sliders, and takes the move back", async () => {
  await open(page, heartId);
  // The start may be a validation row itself.
  await slider(page, 0).focus();
  await page.keyboard.press("Home");
  const before = await slider(page, 0).inputValue();
  await compareWith(page, "Validation");
  await page.getByText(/^The sliders moved to row \d+, the nearest one\./).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await page.getByText(/The sliders no longer match row \d+/).waitFor();
  assert.is(await slider(page, 0).inputValue(), before);
  assert.equal((({ difference, bounds }) => [difference, bounds])(await firstRow(page)), ["–", "–"]);
});

it("goes from the worst row to the next worst", async () => {
  const { rows } = await caller.call("getRowMisfits", {
    params: { job_id: heartId, data_set: "validation" },
  });
  const next = page.getByRole("button", { name: "Next worst row" });
  for (const [at, { index }] of rows.slice(0, 2).entries()) {
    await next.click();
    const position = at === 0 ? "the worst of" : "number 2 from the worst of";
    await page.getByText(new RegExp(`row ${index + 1}, ${position} .* half widths off\\.`)).waitFor();
    assert.is(await rowBox(page).inputValue(), String(index + 1));
  }
});

it("keeps the row in its address, and the sliders where they are, when the link is opened again", async () => {
  await rowBox(page).fill("3");
  await page.keyboard.press("Enter");
  await eventually("row 3", () => /[?&]row=3(&|$)/.test(page.url()));
  await slider(page, 0).focus();
  await page.keyboard.press("Home");
  await page.getByText("The sliders no longer match row 3").waitFor();
  const { inputs } = await caller.call("getJobConfig", { params: { job_id: heartId } });
  const [name = "", lowest] = [inputs[0]?.name, inputs[0]?.min];
  const at = () => JSON.parse(new URL(page.url()).searchParams.get("at") ?? "{}");
  await eventually("the sliders' place in the address", () => at()[name] === lowest);
  await page.reload();
  await eventually("the same row", async () => (await rowBox(page).inputValue()) === "3");
  await page.getByText("The sliders no longer match row 3").waitFor();
  assert.is(await slider(page, 0).inputValue(), "0");
});

it("says when the sliders have left the row, and finds the nearest one again", async () => {
  await slider(page, 0).focus();
  await page.keyboard.press("Home");
  await page.getByText(/The sliders no longer match row \d+/).waitFor();
  await page.getByRole("button", { name: "Nearest row" }).click();
  await page.getByText(/The sliders no longer match row/).waitFor({ state: "detached" });
  await page.route("**/nearest*", (route) => route.fulfill({ status: 404, json: { message: "Not Found" } }));
  await page.getByRole("button", { name: "Nearest row" }).click();
  await page.getByText("The data set does not contain any rows matching the select parameters.").waitFor();
  await page.unroute("**/nearest*");
  await page.route("**/nearest*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("button", { name: "Nearest row" }).click();
  await page.getByText("Sorry, there was an error getting the nearest row of data.").waitFor();
  await page.unroute("**/nearest*");
  await compareWith(page, "None");
  await eventually("nothing to compare with", async () => (await firstRow(page)).actual === "–");
});

it("keeps the axes where they are while a slider moves", async () => {
  await open(page, transistorId);
  const ticks = () =>
    page.locator(".plot").first().locator(".plot-y-ticks text, .plot-x-ticks text").allTextContents();
  const path = page.locator(".plot .plot-line").first();
  // Before its size is known, a plot has no ticks.
  await eventually(
    "the curve and its axes",
    async () => (await path.count()) > 0 && (await ticks()).length > 0,
  );
  const before = await ticks();
  const drawn = await path.getAttribute("d");
  await slider(page, 0).focus();
  for (let press = 0; press < 15; press++) await page.keyboard.press("ArrowRight");
  await eventually("another curve", async () => (await path.getAttribute("d")) !== drawn);
  assert.equal(await ticks(), before);
});

it("draws a row's curve over the emulator's, and its points can be read out by keyboard", async () => {
  await compareWith(page, "All");
  await eventually(
    "both curves and the bounds",
    async () => (await page.locator(".plot").first().locator(".plot-line, .plot-band").count()) === 3,
  );
  const plot = page.getByRole("region", { name: /Id over Vgs/ }).first();
  await plot.focus();
  await page.keyboard.press("End");
  await page.getByText(/^Vgs 2\.0000\b.*: .*, from .* to /).waitFor({ state: "attached" });
  await page.getByRole("switch", { name: "Show Uncertainties" }).uncheck({ force: true });
  await page.keyboard.press("Tab");
  await plot.focus();
  await page.keyboard.press("Home");
  await page.getByText(/^Vgs 0: [^,]*$/).waitFor({ state: "attached" });
});

it("shows what the focus regions did for the accuracy along a curve, as it was measured", async () => {
  const params = { job_id: transistorId };
  const { outputs } = await caller.call("predict", { params, body: {} });
  const places = outputs.Id?.coordinate_values ?? [];
  const range = [places[2] ?? 0, places[5] ?? 0];
  await page.route("**/focus_regions", (route) =>
    route.fulfill({ json: { regions: [{ range, number_of_sections: 3 }], max_sections: 20 } }),
  );
  await open(page, transistorId);
  const effect = page.getByRole("region", { name: "Prediction accuracy of Id" });
  const outside = places.length - 4;
  await effect
    .getByText(
      new RegExp(
        `[\\d.]+% \\(4 points\\) inside the focus regions, [\\d.]+% \\(${outside} points\\) outside\\.`,
      ),
    )
    .waitFor();
  await page.unroute("**/focus_regions");
});
