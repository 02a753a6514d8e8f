/** Errors of the database after which the same request may succeed. */
import { isUnanswered } from "@understudy/server/models/collection.ts";
import { MongoServerError } from "mongodb";
import { assert, suite } from "../../../harness.ts";

const it = suite("an error of the database");

it("is temporary while a primary is elected, and not where the request itself is refused", () => {
  const refuse = (code: number, message: string) => isUnanswered(new MongoServerError({ code, message }));
  assert.is(refuse(10_107, "not primary"), true);
  assert.is(refuse(11_602, "operation was interrupted"), true);
  assert.is(refuse(11_000, "E11000 duplicate key error"), false);
});
