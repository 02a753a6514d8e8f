import { type MantineSize, Radio, Stack } from "@mantine/core";
import type { Resource } from "@understudy/shared/api/resource.ts";

type Props<Server> = {
  servers: readonly Server[];
  /** Null: none. */
  chosen: number | null;
  /** The description of a server. */
  text: (server: Server) => string;
  size?: MantineSize;
  disabled?: boolean;
  onChange: (id: number) => void;
};

/** One of one's connected servers; those that get no work cannot be chosen. */
export function ServerChoice<Server extends Pick<Resource, "id" | "name" | "held_back">>({
  servers,
  chosen,
  text,
  size = "sm",
  disabled = false,
  onChange,
}: Props<Server>) {
  return (
    <Radio.Group
      label="Server"
      size={size}
      value={String(chosen ?? "")}
      onChange={(id) => onChange(Number(id))}
    >
      <Stack gap={6} mt={4}>
        {servers.map((server) => (
          <Radio
            key={server.id}
            size="xs"
            value={String(server.id)}
            label={server.name}
            description={text(server)}
            disabled={disabled || server.held_back !== null}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
