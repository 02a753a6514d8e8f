import { Radio, SimpleGrid } from "@mantine/core";
import { EXPORT_FORMATS, type ExportFormat, exportFormat } from "@understudy/shared/domain/export-format.ts";

type Props = { value: ExportFormat; onChange: (format: ExportFormat) => void };

/** The formats, each with its purpose. */
export function FormatChoice({ value, onChange }: Props) {
  const choose = (name: string) => {
    const format = exportFormat.options.find((option) => option === name);
    if (format !== undefined) onChange(format);
  };
  return (
    <Radio.Group label="Format" value={value} onChange={choose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={6}>
        {exportFormat.options.map((format) => (
          <Radio
            key={format}
            value={format}
            label={EXPORT_FORMATS[format].label}
            description={EXPORT_FORMATS[format].purpose}
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
