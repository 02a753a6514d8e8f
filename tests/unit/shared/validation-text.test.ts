/** What schemas find wrong reaches people as a sentence of a form, never as zod's own text. */
import { IN_WORDS } from "@understudy/shared/api/bounded.ts";
import { routes } from "@understudy/shared/api/routes.ts";
import { originalFileName } from "@understudy/shared/api/upload.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { z } from "zod";
import { assert, suite } from "../../harness.ts";

const it = suite("the text of a schema's problem");

const textOf = (schema: z.ZodType, sent: unknown): string | undefined =>
  schema.safeParse(sent, IN_WORDS).error?.issues[0]?.message;

it("is a sentence of a form for each kind of problem", () => {
  assert.is(textOf(z.number().min(1), 0), "Must be at least 1");
  assert.is(textOf(z.number().max(50), 51), "Must be at most 50");
  assert.is(textOf(z.number().positive(), 0), "Must be greater than 0");
  assert.is(textOf(z.int(), 1.5), MESSAGES.wholeNumber);
  assert.is(textOf(z.number(), "abc"), MESSAGES.invalidNumber);
  assert.is(textOf(z.number(), undefined), MESSAGES.fieldRequired);
  assert.is(textOf(z.string().min(1), ""), MESSAGES.fieldRequired);
  assert.is(textOf(z.string().max(200), "x".repeat(201)), "Must have at most 200 characters");
  assert.is(textOf(z.array(z.int()).min(1), []), "Must have at least 1 item");
  assert.is(textOf(z.enum(["a", "b"]), "c"), "Must be one of: a, b");
  assert.is(textOf(z.email(), "ada"), "Not a valid email address");
  assert.is(textOf(z.union([z.number(), z.null()]), "x"), "Not a valid value");
  assert.is(textOf(z.string().min(10, MESSAGES.nameRequired), ""), MESSAGES.nameRequired);
});

it("is never zod's own, whatever is sent to a route", () => {
  const wrong = [undefined, null, 7, -1, 0.5, "x", "", [], {}, true];
  const texts = Object.values(routes).flatMap(({ body }) => {
    if (body === undefined) return [];
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    const sent = wrong.flatMap((value) => [value, Object.fromEntries(fields.map((name) => [name, value]))]);
    return sent.flatMap((one) => body.safeParse(one, IN_WORDS).error?.issues ?? []);
  });
  const raw = texts.filter(
    ({ code, message }) =>
      code !== "unrecognized_keys" && /expected|Invalid (input|option|string)|Too (small|big)/.test(message),
  );
  assert.ok(texts.length > 100);
  assert.equal([...new Set(raw.map(({ message }) => message))], []);
});

it("names a file without the random id of its upload", () => {
  const id = "0b7f8f0e-2a51-4f4e-9a35-6d2b7c1e9f00";
  assert.is(originalFileName(`${id}-outputs.csv`), "outputs.csv");
  assert.is(originalFileName("0123456789abcdef01234567-outputs.csv"), "outputs.csv");
  assert.is(originalFileName("run-2024-outputs.csv"), "run-2024-outputs.csv");
});
