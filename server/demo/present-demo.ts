import type { DemoServer } from "@understudy/shared/api/demo.ts";
import type { DemoState } from "./demos.ts";

/** Somebody's demo server. @param available Whether the platform has such servers. */
export function presentDemoServer({ record, resource, version }: DemoState, available: boolean): DemoServer {
  const isWanted = record !== null && record.error === null;
  const connected = isWanted ? "Online" : "Off";
  const status = resource !== null ? connected : isWanted ? "Starting" : "Off";
  return {
    available,
    status: record !== null && record.error !== null ? "Failed" : status,
    error: record?.error ?? null,
    stays: isWanted && record.stays,
    resource_id: isWanted && resource !== null ? resource._id : null,
    spec_version_id: version?._id ?? null,
  };
}
