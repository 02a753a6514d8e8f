import { Button, Menu, Text } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import type { Sample } from "@understudy/shared/api/sample.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useEffect, useState } from "react";
import { call, isAbort } from "#api/call.ts";
import { useAction } from "#ui/use-action.ts";
import classes from "./sample-menu.module.css";

type Props = {
  /** Opens by itself. */
  isOpen: boolean;
  onSample: (
    sample: Sample,
    files: {
      input_file_id: string;
      input_file_name: string;
      output_file_id: string;
      output_file_name: string;
    },
  ) => void;
};

/** Real data that comes with the product, for people who have none at hand. */
export function SampleMenu({ isOpen, onSample }: Props) {
  const [samples, setSamples] = useState<Sample[]>([]);
  const { run, busy } = useAction("loading the sample data");
  useEffect(() => {
    const controller = new AbortController();
    call("listSamples", { signal: controller.signal })
      .then(({ items }) => setSamples(items))
      .catch((thrown: unknown) => {
        // The menu is a convenience: without it the page works as well.
        if (!isAbort(thrown)) setSamples([]);
      });
    return () => controller.abort();
  }, []);

  const take = (sample: Sample) =>
    void run(async () => onSample(sample, await call("uploadSample", { params: { key: sample.key } })));
  return (
    <Menu position="bottom-end" width={340} shadow="md" defaultOpened={isOpen}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconFlask size={16} />}
          loading={busy}
          className={classes.button}
          data-shown={samples.length > 0}
        >
          Try it with sample data
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {samples.map((sample) => (
          <Menu.Item key={sample.key} onClick={() => take(sample)}>
            <Text size="sm" fw={550}>
              {sample.name}
            </Text>
            <Text size="xs" c="dimmed">
              {sample.description}
            </Text>
            <Text size="xs" c="dimmed" data-numeric>
              {countText(sample.rows)} rows · {sample.licence}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
