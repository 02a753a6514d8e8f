import { Text } from "@mantine/core";
import { formatDate, formatMoment } from "./format.ts";

/** A short date, with the full one on hover. `none`: the text where there is no time. */
export function Moment({ time, none }: { time: string | null; none: string }) {
  return time === null ? (
    <Text span inherit c="dimmed">
      {none}
    </Text>
  ) : (
    <time dateTime={time} title={formatMoment(time)}>
      {formatDate(time)}
    </time>
  );
}
