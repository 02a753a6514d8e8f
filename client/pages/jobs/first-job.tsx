import { IconFileSpreadsheet, IconFlask, IconServer } from "@tabler/icons-react";
import { useDemoOffered } from "#data/connected-servers.ts";
import { type LinkCard, LinkCards } from "#ui/link-cards.tsx";

const DATA_CARDS: readonly LinkCard[] = [
  {
    to: "/jobs/new?samples=1",
    icon: <IconFlask size={20} aria-hidden />,
    title: "Try sample data",
    text: "Choose one of the bundled data sets and train an emulator of it in about a minute.",
  },
  {
    to: "/jobs/new",
    icon: <IconFileSpreadsheet size={20} aria-hidden />,
    title: "Use your own files",
    text: "Upload two CSV files: the parameters of your runs, and their outputs.",
  },
];
const DEMO_CARD: LinkCard = {
  to: "/resources",
  icon: <IconServer size={20} aria-hidden />,
  title: "Try a demo server",
  text: "Let it simulate an op-amp with ngspice, and watch an emulator learn from the results.",
};

/** Shows the ways to a first job in an empty list of jobs. */
export function FirstJob({ hideSpecs }: { hideSpecs: boolean }) {
  const hasDemo = useDemoOffered() && !hideSpecs;
  return (
    <LinkCards label="Ways to create a first job" cards={hasDemo ? [...DATA_CARDS, DEMO_CARD] : DATA_CARDS} />
  );
}
