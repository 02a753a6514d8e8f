/** The problems that schemas find reach people as a sentence of a form, never as zod's own text. */
import { IN_WORDS } from "@understudy/shared/api/bounded.ts";
import { routes } from "@understudy/shared/api/routes.ts";
import { originalFileName } from "@understudy/shared/api/upload.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { z } from "zod";
import { assert, suite } from "../../../harness.ts";

const it = suite("the text of a schema's problem");

const readMessage = (schema: z.ZodType, sent: unknown): string | undefined =>
  schema.safeParse(sent, IN_WORDS).error?.issues[0]?.message;

it("is a sentence of a form for each kind of problem", () => {
  assert.is(readMessage(z.number().min(1), 0), "Must be at least 1");
  assert.is(readMessage(z.number().max(50), 51), "Must be at most 50");
  assert.is(readMessage(z.number().positive(), 0), "Must be greater than 0");
  assert.is(readMessage(z.int(), 1.5), MESSAGES.wholeNumber);
  assert.is(readMessage(z.number(), "abc"), MESSAGES.invalidNumber);
  assert.is(readMessage(z.number(), undefined), MESSAGES.fieldRequired);
  assert.is(readMessage(z.string().min(1), ""), MESSAGES.fieldRequired);
  assert.is(readMessage(z.string().max(200), "x".repeat(201)), "Must have at most 200 characters");
  assert.is(readMessage(z.array(z.int()).min(1), []), "Must have at least 1 item");
  assert.is(readMessage(z.enum(["a", "b"]), "c"), "Must be one of: a, b");
  assert.is(readMessage(z.email(), "ada"), "Not a valid email address");
  assert.is(readMessage(z.union([z.number(), z.null()]), "x"), "Not a valid value");
  assert.is(readMessage(z.string().min(10, MESSAGES.nameRequired), ""), MESSAGES.nameRequired);
});

it("is never zod's own, whatever is sent to a route", () => {
  const wrong = [undefined, null, 7, -1, 0.5, "x", "", [], {}, true];
  const texts = Object.values(routes).flatMap(({ body }) => {
    if (body === undefined) return [];
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    const sent = wrong.flatMap((value) => [value, Object.fromEntries(fields.map((name) => [name, value]))]);
    return sent.flatMap((value) => body.safeParse(value, IN_WORDS).error?.issues ?? []);
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
