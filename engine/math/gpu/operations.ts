/**
 * The operations of a step of training on a GPU, as plain data. All numbers lie in one array of single precision: `sharedLength`
 * numbers that every network reads, then one block a network. Offsets count numbers from the begin of the network's block.
 */

/** The functions that a product can end with. */
export type Epilogue = "none" | "tanh" | "silu" | "times derivatives";

/**
 * C = A B, then its epilogue, for each network. A is height x depth and B depth x width; entry (i, j) of a matrix lies at
 * `offset + i * row + j * column`. C is row-major.
 */
export interface Product {
  kind: "product";
  height: number;
  width: number;
  depth: number;
  a: { offset: number; row: number; column: number };
  b: { offset: number; row: number; column: number };
  c: { offset: number; row: number };
  epilogue: Epilogue;
  /** height x width, row-major: an activation writes its derivatives here, and "times derivatives" reads them. */
  derivatives: number;
}

/** The first `width` columns of the rows of a mini-batch become the columns of a matrix (width x batch). */
export interface Gather {
  kind: "gather";
  width: number;
  /** The numbers of one row. */
  rowWidth: number;
  batch: number;
  target: number;
}

/**
 * Outputs (units x batch) become the derivatives of the loss with respect to them. The loss is the sum over the outputs of their
 * share times the mean squared difference from the targets, which are the columns of the rows from `firstTarget` on.
 */
export interface Differences {
  kind: "differences";
  units: number;
  batch: number;
  rowWidth: number;
  firstTarget: number;
  outputs: number;
  /** The offset of the shares among the numbers that every network reads. */
  shares: number;
}

/** One step of Adam (Kingma and Ba, 2015) with decoupled weight decay over `length` parameters. */
export interface AdamUpdate {
  kind: "adam";
  length: number;
  parameters: number;
  gradient: number;
  first: number;
  second: number;
  b1: number;
  b2: number;
}

export type Operation = Product | Gather | Differences | AdamUpdate;

/** The operations of one step in their order, and the memory that they work in. */
export interface StepPlan {
  operations: readonly Operation[];
  /** Numbers that all networks share: the share of each output in the loss. */
  sharedLength: number;
  /** Numbers of one network. */
  blockLength: number;
}

/** The settings of one step of one network. */
export interface StepSettings {
  /** The place of the first row of the mini-batch in the network's order of rows. */
  firstRow: number;
  /** The learning rate, with the correction of the first moment: rate / (1 - b1^step). */
  rate: number;
  /** The correction of the second moment: 1 / (1 - b2^step). */
  correction: number;
  /** The share of a parameter that weight decay leaves: 1 - rate * decay. */
  keep: number;
}
