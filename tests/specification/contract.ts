/** The fields of the entities and calls that the specification names, and the values of its lists, as the contract of the API has them. */

import { emulatorAnswer, outputPrediction } from "@understudy/shared/api/emulator.ts";
import { histogram } from "@understudy/shared/api/emulator-report.ts";
import { directoryEntry, filePreview } from "@understudy/shared/api/file.ts";
import { job } from "@understudy/shared/api/job.ts";
import { focusRegion, jobConfig } from "@understudy/shared/api/job-config.ts";
import { diskUsage } from "@understudy/shared/api/metrics.ts";
import { resource } from "@understudy/shared/api/resource.ts";
import { routes } from "@understudy/shared/api/routes.ts";
import { graph, simulation } from "@understudy/shared/api/simulation.ts";
import { createSpecVersionBody, spec, specTemplate, specVersion } from "@understudy/shared/api/spec.ts";
import {
  createSpecJobBody,
  givenScoreInput,
  givenVariable,
  resourceSelection,
} from "@understudy/shared/api/spec-job.ts";
import { tag } from "@understudy/shared/api/tag.ts";
import { trainingProgress } from "@understudy/shared/api/training.ts";
import { currentUser, role } from "@understudy/shared/api/user.ts";
import { ACTIVE_STATUSES, dataSet, jobStatus, trainOn } from "@understudy/shared/domain/job.ts";
import { objective } from "@understudy/shared/domain/objectives.ts";
import { simulationStatus } from "@understudy/shared/domain/simulation.ts";
import {
  MANIFEST_VARIABLE_TYPES,
  manifestOutput,
  manifestVariable,
  scoreFunctionOption,
  scoreInput,
  scoreInputType,
} from "@understudy/shared/domain/spec-manifest.ts";
import {
  coordinateDefinition,
  inputDefinition,
  outputDefinition,
  variableType,
} from "@understudy/shared/domain/variable.ts";
import { resourceRole } from "@understudy/shared/worker-parts.ts";

type Fields = { readonly shape: object };
const fields = ({ shape }: Fields): string[] => Object.keys(shape);
/** Those that every one of several kinds has. */
function common([first, ...otherObjects]: readonly Fields[]): string[] {
  const all = first === undefined ? [] : fields(first);
  return all.filter((name) => otherObjects.every((object) => fields(object).includes(name)));
}
/** Those that one of several kinds has. */
const any = (kinds: readonly Fields[]): string[] => kinds.flatMap(fields);

const templateField = specTemplate.shape.fields.element;

/** By what a row of the checklist begins with. */
export const CONTRACT_NAMES: Readonly<Record<string, readonly string[]>> = {
  User: fields(currentUser),
  "User role": role.options,
  Job: fields(job),
  "Variable of a job": fields(job.shape.variables.element),
  "Job objective": objective.options,
  "Job status": jobStatus.options,
  "Active job status": ACTIVE_STATUSES,
  "Job config": fields(jobConfig),
  "Data set sizes": fields(jobConfig.shape.data_set_sizes),
  "Data set": dataSet.options,
  "Input of a job config": fields(inputDefinition),
  "Output of a job config": fields(outputDefinition),
  "Coordinate of a job config": fields(coordinateDefinition),
  "Type of a variable definition": variableType.options,
  Simulation: fields(simulation),
  "Simulation status": simulationStatus.options,
  "Simulation page": fields(routes.listSimulations.response),
  Spec: fields(spec),
  "Spec version": fields(specVersion),
  "Spec variable": common(manifestVariable.options),
  "Type of a spec variable": MANIFEST_VARIABLE_TYPES,
  "Variable group": fields(specVersion.shape.variable_groups.element),
  "Score function option": fields(scoreFunctionOption),
  "Input of a score function option": fields(scoreInput),
  "Type of a score function's input": scoreInputType.options,
  "Spec output": common(manifestOutput.options),
  "Spec template": fields(specTemplate),
  "Field of a spec template": fields(templateField),
  "Type of a spec template's field": templateField.shape.type.options,
  "Choice of a spec template": fields(templateField.shape.choices.unwrap().element),
  Tag: fields(tag),
  Resource: fields(resource),
  "Resource role": resourceRole.options,
  "Focus region": fields(focusRegion),
  "Emulator response": fields(emulatorAnswer),
  "Status of an emulator response": emulatorAnswer.shape.status.options,
  "Output of an emulator response": fields(outputPrediction),
  "Data response": fields(routes.getDataRow.response),
  "Nearest data response": fields(routes.getNearestRow.response),
  "Training progress": fields(trainingProgress),
  Graph: any(graph.options),
  Histogram: fields(histogram),
  "Directory entry": fields(directoryEntry),
  "File preview": fields(filePreview),
  "Disk usage": fields(diskUsage),
  "Job-create payload": fields(createSpecJobBody),
  "Variable of a job-create payload": any(givenVariable.options),
  "Input of a job-create payload's score function": any(givenScoreInput.options),
  "Resource selection": any(resourceSelection.options),
  "Place to train": trainOn.options,
  "POST /session": fields(routes.logIn.body),
  "PUT /user/password": fields(routes.changePassword.body),
  "POST /specs": fields(routes.createSpec.body),
  "GET /specs/": fields(routes.listSpecs.query),
  "POST /specs:delete": fields(routes.deleteSpecs.body),
  "POST /spec_versions from files": fields(createSpecVersionBody.options[0]),
  "POST /spec_versions from form-params": fields(createSpecVersionBody.options[1]),
  "POST /spec_versions answers": fields(routes.createSpecVersion.response),
  "POST /spec_templates/{spec_template_id}/spec": fields(routes.createSpecFromTemplate.body),
  "POST /spec_templates/{spec_template_id}/spec answers": fields(routes.createSpecFromTemplate.response),
  "GET /jobs/": fields(routes.listJobs.query),
  "POST /jobs": fields(routes.createJob.body),
  "POST /jobs with a source": routes.createJob.body.shape.source.options,
  "POST /spec_versions/{spec_version_id}/jobs answers": fields(routes.createSpecJob.response),
  "POST /jobs:delete": fields(routes.deleteJobs.body),
  "POST /jobs/{job_id}/training/configure": fields(routes.configureTraining.body),
  "POST /jobs/{job_id}/training/start": fields(routes.startTraining.body),
  "GET /jobs/{job_id}/focus_regions answers": fields(routes.getFocusRegions.response),
  "PUT /jobs/{job_id}/focus_regions": fields(routes.updateFocusRegions.body),
  "PUT /jobs/{job_id}/config": fields(routes.updateJobConfig.body),
  "GET /jobs/{job_id}/simulations": fields(routes.listSimulations.query),
  "POST /jobs/{job_id}/emulator/outputs": fields(routes.predict.body),
  "GET /jobs/{job_id}/data/{data_set}/{row_index} with options": fields(
    routes.getDataRow.query.shape.options.unwrap().out,
  ),
  "GET /jobs/{job_id}/data/{data_set}/nearest": fields(routes.getNearestRow.query),
  "GET /jobs/{job_id}/data/{data_set}/scalar_emulator_outputs with options": fields(
    routes.getScalarEmulatorOutputs.query.shape.options.unwrap().out,
  ),
  "GET /jobs/{job_id}/output_heatmap": fields(routes.getOutputHeatmap.query),
  "GET /jobs/{job_id}/input_pair_plots": fields(routes.getInputPairPlots.query),
  "GET /worker-client-key answers": fields(routes.getWorkerClientKey.response),
  "GET /docs answers": fields(routes.getGuide.response),
  "GET /docs/{slug} answers": fields(routes.getGuidePage.response),
  "POST /tags": fields(routes.createTag.body),
};
