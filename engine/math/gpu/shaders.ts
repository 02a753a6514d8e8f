/** The kernels of a GPU in WGSL, the shading language of WebGPU: the same operations as those in AssemblyScript beside them. */

/** Each thread of a product computes 4 x 4 entries, so a tile of so many rows and columns takes (tile / 4)² threads. */
export const TILE_SIZES = [64, 32, 16] as const;
export type Tile = (typeof TILE_SIZES)[number];
/** Columns of A and rows of B that are in the workgroup's memory at a time. */
const TILE_DEPTH = 8;
/** Threads of the other kernels. */
export const GROUP_THREADS = 64;

/** The numbers of the kernels' function codes. */
export const EPILOGUE_CODES = { none: 0, tanh: 1, silu: 2, "times derivatives": 3 } as const;

/** The largest number of networks that are trained at a time. Their settings take 256 bytes, the alignment of uniform buffers. */
export const MAX_NETWORKS = 16;

const SHADER_BINDINGS = `
@group(0) @binding(0) var<storage, read_write> memory: array<f32>;
@group(0) @binding(2) var<storage, read> rows: array<f32>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read_write> losses: array<f32>;

struct Settings { firstRow: u32, rate: f32, correction: f32, keep: f32 }
@group(0) @binding(5) var<uniform> settings: array<Settings, ${MAX_NETWORKS}>;
`;

/**
 * C = A B over tiles: all threads of a workgroup copy a piece of A and of B into its memory, then each multiplies its rows by its
 * columns. A thread's rows and columns lie \`SIDE\` apart, so that neighbouring threads read neighbouring numbers.
 * @param isDepthFirst whether neighbouring threads copy numbers along the depth of A and of B, which lie beside each other there
 */
export function productShader(tile: Tile, isDepthFirst: { a: boolean; b: boolean }): string {
  const side = tile / 4;
  const threads = side * side;
  const place = (isAlongDepth: boolean): string =>
    isAlongDepth
      ? `let across = entry / ${TILE_DEPTH}u; let along = entry % ${TILE_DEPTH}u;`
      : `let across = entry % ${tile}u; let along = entry / ${tile}u;`;
  const four = (name: string, at: string): string =>
    `vec4f(${[0, 1, 2, 3].map((part) => `${name}[along * PITCH + ${at} + ${part * side}u]`).join(", ")})`;
  return `${SHADER_BINDINGS}
struct Product {
  height: u32, width: u32, depth: u32, sharedLength: u32,
  a: u32, aRow: u32, aColumn: u32, blockLength: u32,
  b: u32, bRow: u32, bColumn: u32, epilogue: u32,
  c: u32, cRow: u32, derivatives: u32, unused: u32,
}
@group(0) @binding(1) var<uniform> product: Product;

// One more than the tile: numbers along the depth would otherwise all lie in one bank of the memory.
const PITCH = ${tile + 1}u;
var<workgroup> left: array<f32, ${(tile + 1) * TILE_DEPTH}>;
var<workgroup> right: array<f32, ${(tile + 1) * TILE_DEPTH}>;

fn finish(value: f32, place: u32) -> f32 {
  switch product.epilogue {
    case ${EPILOGUE_CODES.tanh}u: {
      // Beyond 15 the tangent is 1 in single precision, and the exponential could overflow.
      let tangent = 1.0 - 2.0 / (exp(2.0 * clamp(value, -15.0, 15.0)) + 1.0);
      memory[place] = 1.0 - tangent * tangent;
      return tangent;
    }
    case ${EPILOGUE_CODES.silu}u: {
      let share = 1.0 / (1.0 + exp(-clamp(value, -80.0, 80.0)));
      let activation = value * share;
      memory[place] = share + activation * (1.0 - share);
      return activation;
    }
    case ${EPILOGUE_CODES["times derivatives"]}u: { return value * memory[place]; }
    default: { return value; }
  }
}

fn store(base: u32, row: u32, column: u32, value: f32) {
  if (row >= product.height || column >= product.width) { return; }
  let place = base + product.derivatives + row * product.width + column;
  memory[base + product.c + row * product.cRow + column] = finish(value, place);
}

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let base = product.sharedLength + group.z * product.blockLength;
  let top = group.y * ${tile}u;
  let start = group.x * ${tile}u;
  let row = thread / ${side}u;
  let column = thread % ${side}u;
  var sums: array<vec4f, 4>;
  for (var begin = 0u; begin < product.depth; begin += ${TILE_DEPTH}u) {
    for (var entry = thread; entry < ${tile * TILE_DEPTH}u; entry += ${threads}u) {
      ${place(isDepthFirst.a)}
      var value = 0.0;
      if (top + across < product.height && begin + along < product.depth) {
        value = memory[base + product.a + (top + across) * product.aRow + (begin + along) * product.aColumn];
      }
      left[along * PITCH + across] = value;
    }
    for (var entry = thread; entry < ${tile * TILE_DEPTH}u; entry += ${threads}u) {
      ${place(isDepthFirst.b)}
      var value = 0.0;
      if (start + across < product.width && begin + along < product.depth) {
        value = memory[base + product.b + (begin + along) * product.bRow + (start + across) * product.bColumn];
      }
      right[along * PITCH + across] = value;
    }
    workgroupBarrier();
    for (var along = 0u; along < ${TILE_DEPTH}u; along++) {
      let a = ${four("left", "row")};
      let b = ${four("right", "column")};
${[0, 1, 2, 3].map((at) => `      sums[${at}] += a[${at}] * b;`).join("\n")}
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    for (var j = 0u; j < 4u; j++) {
      store(base, top + row + i * ${side}u, start + column + j * ${side}u, sums[i][j]);
    }
  }
}
`;
}

/** One thread a number. Inputs of a batch: neighbouring threads write neighbouring numbers. */
export const GATHER_SHADER = `${SHADER_BINDINGS}
struct Gather {
  width: u32, rowWidth: u32, batch: u32, sharedLength: u32,
  target_: u32, blockLength: u32, orderLength: u32, unused: u32,
}
@group(0) @binding(1) var<uniform> gather: Gather;

@compute @workgroup_size(${GROUP_THREADS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = group.x * ${GROUP_THREADS}u + thread;
  if (at >= gather.batch) { return; }
  let row = order[group.z * gather.orderLength + settings[group.z].firstRow + at];
  let base = gather.sharedLength + group.z * gather.blockLength;
  memory[base + gather.target_ + group.y * gather.batch + at] = rows[row * gather.rowWidth + group.y];
}
`;

/** One thread a number. Each workgroup adds its part of the loss to a number of its own, which no other one writes. */
export const DIFFERENCES_SHADER = `${SHADER_BINDINGS}
struct Differences {
  units: u32, batch: u32, rowWidth: u32, sharedLength: u32,
  firstTarget: u32, outputs: u32, shares: u32, blockLength: u32,
  orderLength: u32, groups: u32, unused: vec2u,
}
@group(0) @binding(1) var<uniform> differences: Differences;
var<workgroup> parts: array<f32, ${GROUP_THREADS}>;

@compute @workgroup_size(${GROUP_THREADS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = group.x * ${GROUP_THREADS}u + thread;
  var part = 0.0;
  if (at < differences.units * differences.batch) {
    let unit = at / differences.batch;
    let point = at % differences.batch;
    let row = order[group.z * differences.orderLength + settings[group.z].firstRow + point];
    let share = memory[differences.shares + unit] / f32(differences.batch);
    let place = differences.sharedLength + group.z * differences.blockLength + differences.outputs + at;
    let difference = memory[place] - rows[row * differences.rowWidth + differences.firstTarget + unit];
    memory[place] = 2.0 * share * difference;
    part = share * difference * difference;
  }
  parts[thread] = part;
  for (var half = ${GROUP_THREADS / 2}u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (thread < half) { parts[thread] += parts[thread + half]; }
  }
  if (thread == 0u) { losses[group.z * differences.groups + group.x] += parts[0]; }
}
`;

/** One thread a parameter. The limits are those of the CPU's kernel (assembly/adam.ts). */
export const ADAM_SHADER = `${SHADER_BINDINGS}
struct Adam {
  length: u32, parameters: u32, gradient: u32, sharedLength: u32,
  first: u32, second: u32, blockLength: u32, unused: u32,
  b1: f32, b2: f32, unusedToo: vec2u,
}
@group(0) @binding(1) var<uniform> adam: Adam;

@compute @workgroup_size(${GROUP_THREADS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * 65535u + group.x) * ${GROUP_THREADS}u + thread;
  if (at >= adam.length) { return; }
  let base = adam.sharedLength + group.z * adam.blockLength + at;
  let now = settings[group.z];
  var g = memory[base + adam.gradient];
  if (abs(g) < 1e-18) { g = 0.0; }
  var m = adam.b1 * memory[base + adam.first] + (1.0 - adam.b1) * g;
  if (abs(m) < 1e-30) { m = 0.0; }
  var v = adam.b2 * memory[base + adam.second] + (1.0 - adam.b2) * g * g;
  if (v < 1e-30) { v = 0.0; }
  let spread = sqrt(v * now.correction) + 1e-8;
  memory[base + adam.parameters] = now.keep * memory[base + adam.parameters] - now.rate * m / spread;
  memory[base + adam.first] = m;
  memory[base + adam.second] = v;
}
`;
