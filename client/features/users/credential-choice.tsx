import { Radio } from "@mantine/core";
import { type CredentialKind, credentialKind } from "@understudy/shared/api/person.ts";
import classes from "./users.module.css";

const CHOICE_TEXTS: Readonly<Record<CredentialKind, { label: string; description: string }>> = {
  link: {
    label: "Link to choose a password",
    description: "Works once, within three days. Nobody else learns the password.",
  },
  password: {
    label: "Generated password",
    description: "Works at once. You pass it on.",
  },
};

type Props = { value: CredentialKind; onChange: (value: CredentialKind) => void };

/** The way in which a person logs in for the first time. */
export function CredentialChoice({ value, onChange }: Props) {
  return (
    <Radio.Group label="Access" value={value} onChange={(chosen) => onChange(credentialKind.parse(chosen))}>
      <div className={classes.choices}>
        {credentialKind.options.toReversed().map((kind) => (
          <Radio key={kind} value={kind} {...CHOICE_TEXTS[kind]} />
        ))}
      </div>
    </Radio.Group>
  );
}
