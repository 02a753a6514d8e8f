import { useParams } from "react-router-dom";
import { DirectoryExplorer } from "#features/files/directory-explorer.tsx";

/** /files/{path} */
export function DirectoryPage() {
  const { "*": splat = "" } = useParams();
  const path = splat.replace(/\/+$/, "");
  return <DirectoryExplorer key={path} path={path} />;
}
