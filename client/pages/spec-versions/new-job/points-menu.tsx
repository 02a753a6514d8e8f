import { Button, Menu } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import type { NamedPoint } from "@understudy/shared/api/job-points.ts";
import { usePoints } from "../../jobs/job-id/emulator/points/use-points.ts";

type Props = { emulatorJobId: number; onChoose: (point: NamedPoint) => void };

/** The points with names of the emulator's job, to begin at. */
export function PointsMenu({ emulatorJobId, onChoose }: Props) {
  const points = usePoints(emulatorJobId);
  if (points.length === 0) return null;
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconBookmark size={14} />}>
          Start at a point
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {points.map((point) => (
          <Menu.Item key={point.id} onClick={() => onChoose(point)}>
            {point.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
