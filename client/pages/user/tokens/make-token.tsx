import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { FieldErrors } from "../../../api/failure.ts";
import { fieldError } from "../../../components/field-errors.ts";
import classes from "./tokens.module.css";

const NEVER = "never";
const EXPIRIES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: NEVER, label: "Never" },
];

type Props = {
  onMake: (name: string, expiresInDays: number | null) => Promise<boolean>;
  busy: boolean;
  errors: FieldErrors | undefined;
};

export function MakeToken({ onMake, busy, errors }: Props) {
  const [name, setName] = useState("");
  const [expiry, setExpiry] = useState("90");
  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await onMake(name, expiry === NEVER ? null : Number(expiry))) setName("");
  }
  return (
    <form onSubmit={(event) => void make(event)} noValidate className={classes.form}>
      <TextInput
        label="Name"
        placeholder="What it is for"
        maxLength={100}
        value={name}
        error={fieldError(errors, "name")}
        onChange={(event) => setName(event.currentTarget.value)}
        className={classes.name}
      />
      <NativeSelect
        label="Expires after"
        data={EXPIRIES}
        value={expiry}
        onChange={(event) => setExpiry(event.currentTarget.value)}
        className={classes.expiry}
      />
      <Button type="submit" loading={busy} className={classes.make}>
        Create Token
      </Button>
    </form>
  );
}
