/** The emulator pages of two jobs that were really trained, and what stands on them. */
import type { Page } from "playwright";
import { newPage } from "./browser.ts";
import { startWithTrainedJobs } from "./trained-jobs.ts";

export const { baseURL, config, ada, caller, heartId, transistorId } = await startWithTrainedJobs();
export const page = await newPage({ baseURL, as: ada });

export const table = (on: Page) => on.getByRole("table", { name: "Scalar outputs" });
/** The numbers of the first scalar output, by column. */
export async function firstRow(
  on: Page,
): Promise<
  Record<"lower" | "output" | "upper", number> &
    Record<"actual" | "difference" | "bounds" | "accuracy", string>
> {
  const cells = table(on).locator("tbody tr").first().locator("td");
  const texts = await cells.evaluateAll((elements) =>
    Object.fromEntries(
      elements.map((element) => [element.getAttribute("data-label") ?? "", element.textContent ?? ""]),
    ),
  );
  // Before the table is there, and while it waits for an answer, there is no number.
  const text = (column: string): string => texts[column]?.trim() ?? "";
  const number = (column: string) => (text(column) === "" ? Number.NaN : Number(text(column)));
  return {
    lower: number("Lower Bound"),
    output: number("Emulator Output"),
    upper: number("Upper Bound"),
    actual: text("Data Comparison"),
    difference: text("Difference"),
    bounds: text("Against the Bounds"),
    accuracy: text("Prediction Accuracy"),
  };
}
export const readFirstOutput = async (on: Page): Promise<number> => (await firstRow(on)).output;
export const isKnown = async (on: Page): Promise<boolean> => Number.isFinite(await readFirstOutput(on));
export async function open(on: Page, id: number, query = ""): Promise<void> {
  await on.goto(`/jobs/${id}${query}`);
  await on.getByRole("complementary", { name: "Parameters" }).waitFor();
}
export const slider = (on: Page, index: number) => on.getByRole("slider").nth(index);
export const rowBox = (on: Page) => on.getByRole("spinbutton", { name: "Row number" });
/** The radio itself is hidden under its label. */
export const compareWith = (on: Page, set: string) =>
  on.getByRole("radiogroup", { name: "Data comparison" }).getByText(set, { exact: true }).click();
