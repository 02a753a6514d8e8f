import type { Records } from "../platform/platform.ts";
import type { Demos } from "./demos.ts";

/**
 * Starts the demo server that `--demo` requests: it belongs to the first admin, and runs as long as the platform.
 * @returns the path of the page on which a job for it is made
 * @throws Error when it cannot be had
 */
export async function startDemoForAdmin({ store }: Records, demos: Demos): Promise<string> {
  const first = { sort: { _id: 1 }, limit: 1 } as const;
  const [admin] = await store.users.find({ roles: "admin", restricted: false }, first);
  if (admin === undefined) throw new Error("There is no admin to start a demo server for.");
  const { _id } = await demos.start(admin, { stays: true });
  return `/spec_versions/${_id}/jobs/new?objective=Training`;
}
