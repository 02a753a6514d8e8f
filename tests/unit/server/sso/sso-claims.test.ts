import { readIdentity } from "@understudy/server/sso/claims.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the claims of single sign-on");
const BASE_CLAIMS = { iss: "https://id.example.org", sub: "7" };

it("name roles by a list or a text, under a name or a path of names", () => {
  const readRoles = (claims: Record<string, unknown>, name: string) =>
    readIdentity({ ...BASE_CLAIMS, ...claims }, name).roles;
  const admin = { isAdmin: true, isRestricted: false };
  assert.equal(readRoles({ roles: ["other", "admin"] }, "roles"), admin);
  assert.equal(readRoles({ roles: "other admin" }, "roles"), admin);
  assert.equal(readRoles({ realm_access: { roles: ["admin"] } }, "realm_access.roles"), admin);
  assert.equal(readRoles({ "https://example.org/roles": ["admin"] }, "https://example.org/roles"), admin);
  assert.equal(readRoles({ roles: ["restricted"] }, "roles"), { isAdmin: false, isRestricted: true });
});
it("that are missing or of another kind name no role", () => {
  for (const roles of [undefined, null, 7, { admin: true }, ["Admin"], "administrator"]) {
    assert.equal(readIdentity({ ...BASE_CLAIMS, roles }, "roles").roles, {
      isAdmin: false,
      isRestricted: false,
    });
  }
  assert.is(
    readIdentity({ ...BASE_CLAIMS, roles: ["admin"] }, null).roles,
    null,
    "the provider decides about none",
  );
});
it("give a name and an e-mail that can be used, or none", () => {
  const { name, email, isEmailVerified } = readIdentity(
    { ...BASE_CLAIMS, email: "Ada@Example.org", name: " " },
    null,
  );
  assert.equal([name, email, isEmailVerified], ["ada", "ada@example.org", false]);
  const nobody = readIdentity(
    { ...BASE_CLAIMS, email: "no address", name: "x".repeat(300), email_verified: 1 },
    null,
  );
  assert.equal([nobody.name.length, nobody.email, nobody.isEmailVerified], [100, null, false]);
});
