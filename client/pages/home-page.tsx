import { Navigate } from "react-router-dom";
import { useCurrentUser } from "../data/current-user.ts";

/** Restricted users who may open one job only have no use for a list. */
export function HomePage() {
  const { restricted, accessible_job_ids: ids } = useCurrentUser();
  return <Navigate to={restricted && ids.length === 1 ? `/jobs/${ids[0]}` : "/jobs"} replace />;
}
