/** Checks how a simulation is run: the command, its templates and the other files of the spec that it needs. */
import type { ManifestRun, PlatformName } from "@understudy/shared/domain/spec-manifest.ts";
import { problemOfPath, renderedName } from "../language/paths.ts";
import { placeholdersIn, problemOfPlaceholder } from "../language/placeholders.ts";
import type { SpecFiles } from "./check-files.ts";
import type { KnownVariable } from "./known.ts";
import { quotedValue, type Report } from "./problems.ts";
import type { WrittenRun } from "./written.ts";

const DEFAULT_TIMEOUT_SECONDS = 3_600;

export function readRun(
  written: WrittenRun,
  context: { readonly files: SpecFiles; readonly variables: ReadonlyMap<string, KnownVariable> },
  report: Report,
): ManifestRun {
  const checkCommand = (command: readonly string[], place: Report) => {
    for (const [i, item] of command.entries()) {
      if (i === 0 && item.trim() === "") place.add([i], "must name the program");
      for (const placeholder of placeholdersIn(item)) {
        const problem = problemOfPlaceholder(placeholder, context.variables, report.nearest);
        if (problem !== null) place.add([i], problem);
      }
    }
  };
  checkCommand(written.command, report.at("command"));
  const platforms: ManifestRun["platforms"] = {};
  const names: PlatformName[] = ["windows", "linux", "macos"];
  for (const name of names) {
    const platform = written.platforms?.[name];
    if (platform === undefined || platform === null) continue;
    checkCommand(platform.command, report.at("platforms", name, "command"));
    platforms[name] = { command: platform.command };
  }
  const templates = [...new Set(written.templates)];
  reportTemplates(written.templates ?? [], context.files, report.at("templates"));
  for (const [i, path] of (written.keep_files ?? []).entries()) {
    const problem = problemOfPath(path);
    if (problem !== null) report.add(["keep_files", i], problem);
  }
  return {
    command: written.command,
    platforms,
    templates,
    timeout_seconds: written.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
    limits: {
      cpu_seconds: written.limits?.cpu_seconds ?? null,
      memory_mb: written.limits?.memory_mb ?? null,
      file_mb: written.limits?.file_mb ?? null,
    },
    keep_files: written.keep_files ?? [],
    success_exit_codes: written.success_exit_codes ?? [0],
  };
}

function reportTemplates(templates: readonly string[], files: SpecFiles, report: Report): void {
  const rendered = new Set<string>();
  for (const [i, path] of templates.entries()) {
    const problem = problemOfPath(path);
    if (problem !== null) report.add([i], problem);
    else if (!files.has(path)) {
      report.add(
        [i],
        `there is no file ${quotedValue(path)} in the spec${report.nearest(path, files.keys())}`,
      );
    } else if (rendered.has(renderedName(path))) {
      report.add([i], `another template also becomes ${quotedValue(renderedName(path))}`);
    }
    rendered.add(renderedName(path));
  }
}
