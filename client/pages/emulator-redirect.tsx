import { Navigate, useParams } from "react-router-dom";

/** The emulator is a tab of the job's page. */
export function EmulatorRedirect() {
  const { jobId } = useParams();
  return <Navigate to={`/jobs/${jobId}`} replace />;
}
