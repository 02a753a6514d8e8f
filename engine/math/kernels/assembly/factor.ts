/** The Cholesky factor of a symmetric positive definite matrix, A = Rᵀ R with R upper triangular, and what follows from it. */
import { BLOCK_ROWS, Minus, Plus } from "./lanes";
import { product } from "./multiply";
import { blockForwards, forwards } from "./triangular";

/**
 * Factorises A (n x n, row-major, upper triangle read) in place, block by block (Golub and Van Loan, "Matrix Computations",
 * section 4.2). Returns 0, or the number of the pivot (from 1) that was not positive; what lies below the diagonal is lost.
 */
export function factorise(a: usize, aRow: usize, n: i32): i32 {
  for (let from = 0; from < n; from += BLOCK_ROWS) {
    const rows = min(BLOCK_ROWS, n - from);
    const diagonal = a + <usize>from * aRow + from * 8;
    const failed = factoriseBlock(diagonal, aRow, rows);
    if (failed !== 0) return from + failed;
    const rest = n - from - rows;
    if (rest === 0) return 0;
    const rightBlock = diagonal + rows * 8;
    blockForwards(diagonal, aRow, rows, rightBlock, aRow, rest);
    const below = rightBlock + <usize>rows * aRow;
    product<f64, Minus>(
      below,
      aRow,
      rest,
      rest,
      rows,
      rightBlock,
      8,
      aRow,
      rightBlock,
      aRow,
      false,
      false,
      true,
    );
  }
  return 0;
}

function factoriseBlock(a: usize, aRow: usize, n: i32): i32 {
  for (let p = 0; p < n; p++) {
    const row = a + <usize>p * aRow;
    const pivot = load<f64>(row + p * 8);
    if (!(pivot > 0) || pivot === Infinity) return p + 1;
    const root = sqrt(pivot);
    for (let j = p; j < n; j++) store<f64>(row + j * 8, load<f64>(row + j * 8) / root);
    for (let i = p + 1; i < n; i++) {
      const other = a + <usize>i * aRow;
      const factor = load<f64>(row + i * 8);
      const share = f64x2.splat(factor);
      let j = i;
      for (; j + 2 <= n; j += 2) {
        const at = other + j * 8;
        v128.store(at, f64x2.sub(v128.load(at), f64x2.mul(share, v128.load(row + j * 8))));
      }
      if (j < n) store<f64>(other + j * 8, load<f64>(other + j * 8) - factor * load<f64>(row + j * 8));
    }
  }
  return 0;
}

/** Rᵀ⁻¹, lower triangular, into W (n x n; zeros above the diagonal). */
export function invertFactor(r: usize, rRow: usize, n: i32, w: usize, wRow: usize): void {
  for (let i = 0; i < n; i++) {
    const row = w + <usize>i * wRow;
    memory.fill(row, 0, wRow);
    store<f64>(row + i * 8, 1);
  }
  forwards(r, rRow, n, w, wRow, n, true);
}

/** A⁻¹ = Wᵀ W of W = Rᵀ⁻¹ into C (n x n), both triangles. */
export function inverseOf(w: usize, wRow: usize, n: i32, c: usize, cRow: usize): void {
  for (let i = 0; i < n; i++) memory.fill(c + <usize>i * cRow, 0, cRow);
  for (let from = 0; from < n; from += BLOCK_ROWS) {
    const rows = min(BLOCK_ROWS, n - from);
    const block = w + <usize>from * wRow;
    const size = from + rows;
    product<f64, Plus>(c, cRow, size, size, rows, block, 8, wRow, block, wRow, false, false, true);
  }
  mirror(c, cRow, n);
}

/** Copies the upper triangle to the lower one. */
export function mirror(c: usize, cRow: usize, n: i32): void {
  for (let from = 0; from < n; from += 32) {
    const to = min(n, from + 32);
    for (let i = from; i < n; i++) {
      for (let j = from; j < min(i, to); j++) {
        store<f64>(c + <usize>i * cRow + j * 8, load<f64>(c + <usize>j * cRow + i * 8));
      }
    }
  }
}

/** Sums of squares of the columns of W (n x n, lower triangular): the diagonal of Wᵀ W. */
export function columnSquares(w: usize, wRow: usize, n: i32, sums: usize): void {
  memory.fill(sums, 0, <usize>n * 8);
  for (let i = 0; i < n; i++) {
    const row = w + <usize>i * wRow;
    let j = 0;
    for (; j + 2 <= i + 1; j += 2) {
      const value = v128.load(row + j * 8);
      v128.store(sums + j * 8, f64x2.add(v128.load(sums + j * 8), f64x2.mul(value, value)));
    }
    if (j <= i) {
      const value = load<f64>(row + j * 8);
      store<f64>(sums + j * 8, load<f64>(sums + j * 8) + value * value);
    }
  }
}

/** The upper triangle of B (n x n) = `share` times that of A. */
export function scaleUpper(a: usize, aRow: usize, n: i32, share: f64, b: usize, bRow: usize): void {
  const factor = f64x2.splat(share);
  for (let i = 0; i < n; i++) {
    for (let j = i & ~1; j < n; j += 2) v128.store(b + j * 8, f64x2.mul(factor, v128.load(a + j * 8)));
    a += aRow;
    b += bRow;
  }
}
