import { useParams } from "react-router-dom";
import { LoadedSpec } from "#features/specs/spec-id/spec.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";

/** /specs/{specId} */
export function SpecPage() {
  const { specId } = useParams();
  const id = numberInAddress(specId);
  return id === null ? <NotFoundPage /> : <LoadedSpec key={id} id={id} />;
}
