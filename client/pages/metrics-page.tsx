import { DiskUsageReport } from "#features/metrics/disk-usage.tsx";
import { PageHeader } from "#ui/page-header.tsx";

/** /metrics */
export function MetricsPage() {
  return (
    <>
      <PageHeader title="Metrics" />
      <DiskUsageReport />
    </>
  );
}
