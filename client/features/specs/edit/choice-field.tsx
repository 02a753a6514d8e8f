import { NativeSelect, type NativeSelectProps } from "@mantine/core";

type Option<V extends string> = { readonly value: V; readonly label: string };
type Props<V extends string> = Omit<NativeSelectProps, "data" | "onChange" | "value"> & {
  options: readonly (V | Option<V>)[];
  value: V;
  onChoice: (value: V) => void;
};

/** A choice of a card among a few. */
export function ChoiceField<V extends string>({ options, onChoice, ...input }: Props<V>) {
  const all = options.map((option) =>
    typeof option === "string" ? { value: option, label: option } : option,
  );
  return (
    <NativeSelect
      size="xs"
      {...input}
      data={all}
      onChange={(event) => {
        const chosen = all.find(({ value }) => value === event.currentTarget.value);
        if (chosen !== undefined) onChoice(chosen.value);
      }}
    />
  );
}
