/** Covariances of unit variance, as functions of the squared distance between scaled rows. */
import type { CovarianceFunction } from "../../math/kernels/kernels.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { CovarianceFamily } from "./model/model.ts";

/** The kernels' names of the families. */
export const KERNEL_NAMES: Record<CovarianceFamily, CovarianceFunction> = {
  "squared-exponential": "squared exponential",
  "matern-5/2": "Matern 5/2",
  "matern-3/2": "Matern 3/2",
};

/**
 * Replaces squared distances r² by covariances of unit variance (Rasmussen and Williams, 2006, section 4.2):
 * exp(-r² / 2) for the squared exponential, (1 + √5 r + 5 r² / 3) exp(-√5 r) for Matern 5/2, and (1 + √3 r) exp(-√3 r)
 * for Matern 3/2.
 * @param squared squared distances between rows that are divided by the length scales; overwritten.
 */
export function covariances(family: CovarianceFamily, squared: Float64Array): void {
  switch (family) {
    case "squared-exponential":
      for (let i = 0; i < squared.length; i++) squared[i] = Math.exp(-0.5 * squared[i]);
      return;
    case "matern-5/2":
      for (let i = 0; i < squared.length; i++) {
        const distance = Math.sqrt(5 * squared[i]);
        squared[i] = (1 + distance + (distance * distance) / 3) * Math.exp(-distance);
      }
      return;
    case "matern-3/2":
      for (let i = 0; i < squared.length; i++) {
        const distance = Math.sqrt(3 * squared[i]);
        squared[i] = (1 + distance) * Math.exp(-distance);
      }
      return;
  }
}

/**
 * Computes the derivative of a covariance by r²: -exp(-r² / 2) / 2 for the squared exponential,
 * -5/6 (1 + √5 r) exp(-√5 r) for Matern 5/2, and -3/2 exp(-√3 r) for Matern 3/2.
 * @param squared the squared distance r² between two rows that are divided by the length scales.
 */
export function covarianceDerivative(family: CovarianceFamily, squared: number): number {
  switch (family) {
    case "squared-exponential":
      return -0.5 * Math.exp(-0.5 * squared);
    case "matern-5/2": {
      const distance = Math.sqrt(5 * squared);
      return (-5 / 6) * (1 + distance) * Math.exp(-distance);
    }
    case "matern-3/2":
      return -1.5 * Math.exp(-Math.sqrt(3 * squared));
  }
}

/**
 * Computes the squared Euclidean distances of one point to other points.
 * @param a features x points
 * @param index the number of the point of `a`, from 0
 * @param b features x points
 * @param squared one a point of `b`; overwritten
 */
export function squaredDistances(a: Matrix, index: number, b: Matrix, squared: Float64Array): void {
  squared.fill(0);
  for (let feature = 0; feature < a.rows; feature++) {
    const value = a.at(feature, index);
    const coordinates = b.row(feature);
    for (let j = 0; j < squared.length; j++) {
      const difference = value - coordinates[j];
      squared[j] += difference * difference;
    }
  }
}
