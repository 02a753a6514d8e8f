import { IconFileCode, IconFileText, IconStack2 } from "@tabler/icons-react";
import type { FileRoot } from "@understudy/shared/api/file.ts";
import type { CurrentUser } from "@understudy/shared/api/user.ts";

export const ROOT_TITLES: Readonly<Record<FileRoot, string>> = {
  work_dirs: "Working Directories",
  specs: "Spec Directories",
  logs: "Logs Directory",
};

type RootCard = { root: FileRoot; text: string; Icon: typeof IconStack2 };
const ROOT_CARDS: readonly RootCard[] = [
  {
    root: "work_dirs",
    text: "One directory for each job: its data, its emulator, and what its simulations kept.",
    Icon: IconStack2,
  },
  {
    root: "specs",
    text: "One directory for each spec, with the files of every version.",
    Icon: IconFileCode,
  },
  { root: "logs", text: "What the services of the platform have logged.", Icon: IconFileText },
];

/** The directories that this person can explore. */
export const cardsFor = ({ log_to_files, roles }: CurrentUser): readonly RootCard[] =>
  ROOT_CARDS.filter(({ root }) => root !== "logs" || (log_to_files && roles.includes("admin")));
