import type { DiskUsage } from "@understudy/shared/api/metrics.ts";
import type { Usage } from "../files/disk-usage/disk-usage.ts";

const gigabytes = (bytes: number): number => bytes / 1e9;

export function presentDiskUsage({ used, total, hasQuota, measured }: Usage): DiskUsage {
  return {
    used: gigabytes(used),
    total: gigabytes(total),
    has_quota: hasQuota,
    measured: measured && {
      time: measured.time.toISOString(),
      files: gigabytes(measured.bytes),
      people: measured.people.map(({ id, name, bytes }) => ({ id, name, used: gigabytes(bytes) })),
      items: measured.items.map(({ bytes, ...item }) => ({ ...item, used: gigabytes(bytes) })),
    },
  };
}
