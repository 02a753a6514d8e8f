import { TextInput } from "@mantine/core";
import { exactText } from "@understudy/shared/number-text.ts";
import { engineeringNumber } from "@understudy/shared/scaled-number.ts";

type Props = {
  className: string;
  /** `Minimum`, and of what. */
  label: string;
  of: string;
  isInteger: boolean;
  isWrong: boolean;
  /** The element with the error text. */
  errorId: string;
  disabled: boolean;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
};

/** A box for a number in engineering notation. The arrow keys count where only whole numbers will do. */
export function NumberBox({
  className,
  label,
  of,
  isInteger,
  isWrong,
  errorId,
  disabled,
  text,
  onText,
  onLeave,
}: Props) {
  const step = (by: number) => {
    const value = engineeringNumber(text);
    if (value !== null) onText(exactText(Math.round(value) + by));
  };
  return (
    <div className={className} data-label={label}>
      <TextInput
        size="xs"
        aria-label={`${label} of ${of}`}
        {...(isWrong && { "aria-describedby": errorId })}
        inputMode={isInteger ? "numeric" : "text"}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={isWrong}
        disabled={disabled}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onBlur={onLeave}
        onKeyDown={(event) => {
          const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
          if (!isInteger || by === 0) return;
          event.preventDefault();
          step(by);
        }}
      />
    </div>
  );
}
