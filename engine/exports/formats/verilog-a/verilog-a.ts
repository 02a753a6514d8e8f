/** An emulator as a Verilog-A module, with the test that proves it. */
import type { ExportShape } from "@understudy/shared/api/emulator-export.ts";
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { testVectorsFile } from "../../test-vectors.ts";
import { makeCircuit } from "../circuit/circuit.ts";
import { verilogAModule } from "./module.ts";
import { selfTestFiles } from "./self-test.ts";

/**
 * @param clips whether inputs are held within their ranges unless the circuit says otherwise
 * @throws UserError where the shape is a device and the output is no curve that it could follow.
 */
export function verilogAFiles(
  model: ExportedModel,
  shape: ExportShape,
  vectors: TestVectors,
  clips = true,
): ExportedFile[] {
  const circuit = makeCircuit(model, shape);
  const module = verilogAModule(model, circuit, clips);
  return [
    { name: `${model.identifier}.va`, contents: module },
    ...selfTestFiles(circuit, module, vectors),
    testVectorsFile(model, vectors),
  ];
}
