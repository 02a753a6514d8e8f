import { SpecList } from "#features/specs/spec-list.tsx";

/** /specs */
export const SpecsPage = () => <SpecList />;
