import { NumberTextInput } from "#ui/number-text-input.tsx";

type Props = {
  className: string;
  /** `Minimum`, and of what. */
  label: string;
  of: string;
  /** Says what may be typed, for a resting pointer. */
  hint: string;
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
  hint,
  isInteger,
  isWrong,
  errorId,
  disabled,
  text,
  onText,
  onLeave,
}: Props) {
  return (
    <div className={className} data-label={label}>
      <NumberTextInput
        aria-label={`${label} of ${of}`}
        title={hint}
        {...(isWrong && { "aria-describedby": errorId })}
        error={isWrong}
        disabled={disabled}
        text={text}
        step={isInteger ? 1 : null}
        onText={onText}
        onBlur={onLeave}
      />
    </div>
  );
}
