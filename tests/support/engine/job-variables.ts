/** A varied Scalar that begins at its lower bound. */
export const scalarVariable = (lbound: number, ubound: number, is_integer = false) => ({
  type: "Scalar" as const,
  lbound,
  ubound,
  initval: lbound,
  fixed: false,
  is_integer,
});
