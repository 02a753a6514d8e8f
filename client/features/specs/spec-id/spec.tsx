import { Stack, Text } from "@mantine/core";
import type { SpecDetail } from "@understudy/shared/api/spec.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { DEFAULT_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import {
  formatValue,
  fullText,
  rangeText as numbersText,
} from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useDemoOffered } from "#data/connected-servers.ts";
import { useQuery } from "#data/query.ts";
import { useSpecVersion } from "#data/specs.ts";
import { type About, AboutForm } from "#ui/about-form.tsx";
import { BackButton } from "#ui/back-button.tsx";
import { EditAboutButton } from "#ui/edit-about-button.tsx";
import { FactSection } from "#ui/fact-table.tsx";
import { formatDate, formatMoment } from "#ui/format.ts";
import { ErrorBanner, LoadingLines, LoadingPage } from "#ui/load-states.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Paging } from "#ui/paging.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { useAction } from "#ui/use-action.ts";
import { DownloadZip, RunJob, UpdateSpec } from "../columns.tsx";
import { createBody } from "../edit/body.ts";
import { createDraft } from "../edit/draft.ts";
import { FILES_TIMEOUT_MS, UploadFiles } from "../upload-files.tsx";

/** Loads a spec and shows it. */
export function LoadedSpec({ id }: { id: number }) {
  const load = useCallback(
    (signal: AbortSignal) => call("getSpec", { params: { spec_id: id }, signal }),
    [id],
  );
  const { value: spec, failure, reload } = useQuery(load);
  if (failure?.status === 404) return <NotFoundPage />;
  if (failure !== null && spec === null)
    return <ErrorBanner message={MESSAGES.loadingSpec} onRetry={reload} />;
  if (spec === null) return <LoadingPage />;
  return <WholeSpec spec={spec} onChanged={reload} />;
}

/** A spec: its description, the jobs made from it, its variables and its versions. */
function WholeSpec({ spec, onChanged }: { spec: SpecDetail; onChanged: () => void }) {
  const [isUploading, setIsUploading] = useState(false);
  const [isEdited, setIsEdited] = useState(false);
  return (
    <>
      <PageHeader title={spec.name} before={<BackButton to="/specs" label="Back to the specs" />}>
        {spec.can_be_changed && !isEdited && <EditAboutButton onClick={() => setIsEdited(true)} />}
        <DownloadZip spec={spec} />
        <UpdateSpec spec={spec} onUpload={() => setIsUploading(true)} />
        <RunJob spec={spec} />
      </PageHeader>
      <Stack gap="xl">
        <div>
          <Text size="sm" c="dimmed">
            Spec {spec.id}, created by {spec.creator.name}
          </Text>
          {isEdited ? (
            <EditSpecAbout spec={spec} onSaved={onChanged} onClose={() => setIsEdited(false)} />
          ) : (
            <Text maw="90ch" mt={4} style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
              {spec.description}
            </Text>
          )}
          <DemoLine problem={spec.demo_problem} />
        </div>
        <SpecJobs specId={spec.id} />
        <SpecVariables versionId={spec.latest_version_id} />
        <SpecVersions spec={spec} />
      </Stack>
      {isUploading && (
        <UploadFiles
          spec={spec}
          onClose={() => {
            setIsUploading(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/**
 * Says if the platform's demo server runs the spec; nothing where there is none. @param problem Why it does not, as a
 * sentence.
 */
function DemoLine({ problem }: { problem: string | null }) {
  if (!useDemoOffered()) return null;
  return (
    <Text size="sm" mt="xs" maw="90ch" style={{ overflowWrap: "anywhere" }}>
      {problem === null ? (
        <>
          The <TextLink to="/resources">demo server</TextLink> runs this spec.
        </>
      ) : (
        <>
          The <TextLink to="/resources">demo server</TextLink> does not run this spec: it runs ngspice specs
          that use only their own files. {problem}
        </>
      )}
    </Text>
  );
}

type Props = { spec: SpecDetail; onSaved: () => void; onClose: () => void };

/** The name and the description of a spec, edited in their place: they are part of its manifest, and so of its next version. */
function EditSpecAbout({ spec, onSaved, onClose }: Props) {
  const { run, busy } = useAction("saving the name and description", { message: () => MESSAGES.savingSpec });
  const save = async ({ name, description }: About): Promise<void> => {
    const isSaved = await run(async () => {
      const spec_version_id = spec.latest_version_id;
      const version = await call("getSpecVersion", { params: { spec_version_id } });
      const draft = { ...createDraft(version), verbose_name: name, help_text: description };
      const body = {
        source: "form-params" as const,
        source_spec_version_id: spec_version_id,
        ...createBody(draft),
      };
      await call("createSpecVersion", { body, timeoutMs: FILES_TIMEOUT_MS });
    });
    if (!isSaved) return;
    onSaved();
    onClose();
  };
  return (
    <AboutForm
      name={spec.name}
      description={spec.description}
      isDescriptionRequired
      note={`Saving creates version ${Math.max(...spec.versions.map(({ number }) => number)) + 1}. Existing jobs keep their version.`}
      busy={busy}
      onSave={(about) => void save(about)}
      onClose={onClose}
    />
  );
}

const FIRST_PAGE = { page_number: 1, page_size: DEFAULT_PAGE_SIZE };

/** The jobs that were made from any version of the spec, the newest first. */
function SpecJobs({ specId }: { specId: number }) {
  const [query, setQuery] = useState(FIRST_PAGE);
  const load = useCallback(
    (signal: AbortSignal) => call("listJobs", { query: { ...query, spec_id: specId }, signal }),
    [specId, query],
  );
  const { value: page, failure, reload } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  if (page === null)
    return failure && <ErrorBanner message={MESSAGES.loadingItems("job")} onRetry={reload} />;
  const { items, total_count } = page;
  return (
    <FactSection
      title="Jobs"
      columns={["Name", "ID", "Objective", "Creator", "Created", "Status"]}
      rows={items.map(({ id, name, objective, creator, creation_time, status }) => ({
        key: id,
        name: <TextLink to={`/jobs/${id}`}>{name}</TextLink>,
        values: [
          id,
          objective,
          creator.name,
          formatDate(creation_time),
          <StatusBadge key="status" status={status} />,
        ],
      }))}
      empty="No job has been made from this spec yet."
      below={
        <Paging
          item="job"
          pageNumber={query.page_number}
          pageSize={query.page_size}
          totalCount={total_count}
          onPage={(page_number) => setQuery({ ...query, page_number })}
          onPageSize={(page_size) => setQuery({ page_number: 1, page_size })}
        />
      }
    />
  );
}

/** The variables that can be set in a simulation of a version, and their default ranges. */
function SpecVariables({ versionId }: { versionId: number }) {
  const { spec: version, failure, retry } = useSpecVersion(versionId);
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingSpec} onRetry={retry} />;
  if (version === null) return <LoadingLines rows={4} height={29} />;
  return (
    <FactSection
      title="Variables"
      columns={["Name", "Type", "Range or options", "Default"]}
      rows={version.variables.map((variable) => ({
        key: variable.name,
        name: <VariableName {...variable} />,
        hint: variable.help_text,
        values: [variable.type, rangeText(variable), defaultText(variable)],
      }))}
    />
  );
}

function VariableName({ verbose_name, name }: { verbose_name: string; name: string }) {
  return (
    <>
      {verbose_name}
      {verbose_name !== name && (
        <Text component="span" size="xs" c="dimmed" ff="monospace">
          {" "}
          {name}
        </Text>
      )}
    </>
  );
}

/** The versions of the spec, the newest first. */
const SpecVersions = ({ spec }: { spec: SpecDetail }) => (
  <FactSection
    title="Versions"
    columns={["Version", "Name", "Created by", "Created"]}
    rows={spec.versions.map(({ id, number, name, creator, creation_time }) => ({
      key: id,
      name: `${number}${id === spec.latest_version_id ? " (latest)" : ""}`,
      values: [
        name,
        creator.name,
        <time key="created" dateTime={creation_time} title={formatMoment(creation_time)}>
          {formatDate(creation_time)}
        </time>,
      ],
    }))}
  />
);

const text = (value: string | number): string =>
  typeof value === "number" ? formatValue(value, "short") : value;
const getUnit = (variable: ManifestVariable) =>
  chosenUnit({ unit: "unit" in variable ? variable.unit : "", multiplier: 1 });

/**
 * The default range or options of a variable in a job: `1 to 40 µm`, or the options; empty where there is neither.
 */
function rangeText(variable: ManifestVariable): string {
  switch (variable.type) {
    case "Scalar":
      return numbersText(variable.default_min, variable.default_max, getUnit(variable));
    case "Vector":
      return `${variable.length} numbers`;
    case "SingleSelect":
    case "MultiSelect":
      return variable.options.map(text).join(", ");
    case "String":
    case "File":
      return "";
    default:
      return assertNever(variable);
  }
}

function defaultText(variable: ManifestVariable): string {
  const { default_val } = variable;
  if (default_val === null) return "";
  if (Array.isArray(default_val))
    return default_val.map((element) => fullText(element, getUnit(variable), "short")).join(", ");
  return typeof default_val === "number" ? fullText(default_val, getUnit(variable), "short") : default_val;
}
