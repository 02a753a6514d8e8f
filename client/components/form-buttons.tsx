import { Button } from "@mantine/core";
import { Link } from "react-router-dom";

type Props = {
  /** Where Cancel leads. */
  cancelTo: string;
  submit: string;
  busy?: boolean;
  disabled?: boolean;
};

/** How a form that is a page is left: without its values, or with them. */
export function FormButtons({ cancelTo, submit, busy = false, disabled = false }: Props) {
  return (
    <>
      <Button component={Link} to={cancelTo} variant="default">
        Cancel
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {submit}
      </Button>
    </>
  );
}
