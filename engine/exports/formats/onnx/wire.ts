/**
 * ONNX models as bytes: messages of Protocol Buffers whose fields have the numbers that the ONNX standard (its file onnx.proto)
 * gives them. Only what our models hold.
 */
import { PbfWriter } from "pbf";

/** The types of the elements of a tensor, by their numbers in the standard. */
export const ELEMENT_TYPES = { int64: 7, bool: 9, double: 11 } as const;

export interface Node {
  operator: string;
  inputs: readonly string[];
  output: string | readonly string[];
  attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** A constant; its elements as in memory, the lowest byte first. */
export interface Tensor {
  name: string;
  element: number;
  shape: readonly number[];
  bytes: Uint8Array;
}

/** An input or an output of doubles: any number of points x columns. */
export interface Port {
  name: string;
  columns: number;
  documentation: string;
}

export interface Graph {
  name: string;
  nodes: readonly Node[];
  constants: readonly Tensor[];
  inputs: readonly Port[];
  outputs: readonly Port[];
}

export interface OnnxModel {
  documentation: string;
  /** The version of the standard's own operators. */
  operatorSet: number;
  graph: Graph;
  metadata: Readonly<Record<string, string>>;
}

/** The version of the format that came with operator set 17. */
const FORMAT_VERSION = 8;
/** The axis of the points has a name instead of a size. */
const POINTS_AXIS = "N";
/** The types of an attribute, by their numbers in the standard. */
const ATTRIBUTE_TYPES = { integer: 2, integers: 7 } as const;

/** @param size at least about the bytes that result: memory for them is taken once. */
export function onnxBytes(model: OnnxModel, size: number): Uint8Array {
  const writer = new PbfWriter(new Uint8Array(size));
  writeModel(model, writer);
  return writer.finish();
}

function writeModel({ documentation, operatorSet, graph, metadata }: OnnxModel, to: PbfWriter): void {
  to.writeVarintField(1, FORMAT_VERSION);
  to.writeStringField(2, "Understudy");
  to.writeStringField(6, documentation);
  to.writeMessage(7, writeGraph, graph);
  to.writeMessage(8, (version, inner) => inner.writeVarintField(2, version), operatorSet);
  for (const entry of Object.entries(metadata)) to.writeMessage(14, writeEntry, entry);
}

function writeEntry([key, value]: [string, string], to: PbfWriter): void {
  to.writeStringField(1, key);
  to.writeStringField(2, value);
}

function writeGraph({ name, nodes, constants, inputs, outputs }: Graph, to: PbfWriter): void {
  for (const node of nodes) to.writeMessage(1, writeNode, node);
  to.writeStringField(2, name);
  for (const constant of constants) to.writeMessage(5, writeTensor, constant);
  for (const port of inputs) to.writeMessage(11, writePort, port);
  for (const port of outputs) to.writeMessage(12, writePort, port);
}

function writeNode({ operator, inputs, output, attributes = {} }: Node, to: PbfWriter): void {
  for (const name of inputs) to.writeStringField(1, name);
  for (const name of typeof output === "string" ? [output] : output) to.writeStringField(2, name);
  to.writeStringField(4, operator);
  for (const attribute of Object.entries(attributes)) to.writeMessage(5, writeAttribute, attribute);
}

function writeAttribute([name, value]: [string, number | readonly number[]], to: PbfWriter): void {
  to.writeStringField(1, name);
  if (typeof value === "number") to.writeVarintField(3, value);
  else for (const integer of value) to.writeVarintField(8, integer);
  to.writeVarintField(20, typeof value === "number" ? ATTRIBUTE_TYPES.integer : ATTRIBUTE_TYPES.integers);
}

function writeTensor({ name, element, shape, bytes }: Tensor, to: PbfWriter): void {
  for (const length of shape) to.writeVarintField(1, length);
  to.writeVarintField(2, element);
  to.writeStringField(8, name);
  to.writeBytesField(9, bytes);
}

function writePort({ name, columns, documentation }: Port, to: PbfWriter): void {
  to.writeStringField(1, name);
  to.writeMessage(2, (columnCount, type) => type.writeMessage(1, writeTensorType, columnCount), columns);
  to.writeStringField(3, documentation);
}

function writeTensorType(columns: number, to: PbfWriter): void {
  to.writeVarintField(1, ELEMENT_TYPES.double);
  to.writeMessage(2, writeShape, columns);
}

function writeShape(columns: number, to: PbfWriter): void {
  to.writeMessage(1, (name, dimension) => dimension.writeStringField(2, name), POINTS_AXIS);
  to.writeMessage(1, (length, dimension) => dimension.writeVarintField(1, length), columns);
}
