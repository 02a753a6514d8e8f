import { useParams } from "react-router-dom";
import { Guide } from "#features/guides/guide.tsx";

/** /guides/{slug} */
export function GuidePage() {
  const { "*": slug = "" } = useParams();
  return <Guide slug={slug} />;
}
