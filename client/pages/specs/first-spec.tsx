import { IconBook, IconServer, IconUpload } from "@tabler/icons-react";
import { useDemoOffered } from "#data/connected-servers.ts";
import { type LinkCard, LinkCards } from "#ui/link-cards.tsx";

const UPLOAD_CARD: LinkCard = {
  to: "/specs/new",
  icon: <IconUpload size={20} aria-hidden />,
  title: "Upload your simulation",
  text: "Its files, and a spec.json that names its variables, its outputs and the command that runs it.",
};
const DEMO_CARD: LinkCard = {
  to: "/resources",
  icon: <IconServer size={20} aria-hidden />,
  title: "Try a demo server",
  text: "It brings the spec of an op-amp and simulates it with ngspice.",
};
const GUIDE_CARD: LinkCard = {
  to: "/guides/specs",
  icon: <IconBook size={20} aria-hidden />,
  title: "Read about specs",
  text: "The guide shows what a spec holds, with an example.",
};

/** Shows the ways to a first spec in an empty list of specs. */
export function FirstSpec() {
  const hasDemo = useDemoOffered();
  return (
    <LinkCards
      label="Ways to a first spec"
      cards={hasDemo ? [UPLOAD_CARD, DEMO_CARD, GUIDE_CARD] : [UPLOAD_CARD, GUIDE_CARD]}
    />
  );
}
