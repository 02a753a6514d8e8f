/** The formats that an emulator can be exported in, as people read of them. */
import { z } from "zod";

export const exportFormat = z.enum([
  "verilog-a",
  "spice",
  "c",
  "python",
  "onnx",
  "fmu",
  "matlab",
  "javascript",
  "page",
]);
export type ExportFormat = z.infer<typeof exportFormat>;

export interface ExportFormatInfo {
  label: string;
  /** One line says what the format is for. */
  purpose: string;
  /** Becomes part of a circuit, in one of the shapes of `exportShape`. */
  isCircuit: boolean;
}

export const EXPORT_FORMATS: Readonly<Record<ExportFormat, ExportFormatInfo>> = {
  "verilog-a": {
    label: "Verilog-A",
    purpose: "A module for circuit simulators such as Spectre, ADS or ngspice with OSDI",
    isCircuit: true,
  },
  spice: {
    label: "SPICE",
    purpose: "A subcircuit for ngspice and other SPICE simulators without Verilog-A",
    isCircuit: true,
  },
  c: {
    label: "C",
    purpose: "A C99 function without dependencies, for programs, firmware and other languages",
    isCircuit: false,
  },
  python: {
    label: "Python",
    purpose: "A module that needs numpy alone, for scripts and notebooks",
    isCircuit: false,
  },
  onnx: {
    label: "ONNX",
    purpose: "A graph for ONNX Runtime and what builds on it, for many points at once",
    isCircuit: false,
  },
  fmu: {
    label: "FMU",
    purpose: "A unit for co-simulation (FMI 2.0) in system simulators, with its C source",
    isCircuit: false,
  },
  matlab: {
    label: "MATLAB and Octave",
    purpose: "One function without any toolbox",
    isCircuit: false,
  },
  javascript: {
    label: "JavaScript",
    purpose: "An ES module without dependencies, for web pages, Node and Deno",
    isCircuit: false,
  },
  page: {
    label: "Web page",
    purpose: "One HTML file with sliders, curves and a profiler; it opens without a network",
    isCircuit: false,
  },
};
