/** A measured value that must not grow, by more than `most` in the whole time and by more than `share` of its mean. */
export interface Bound {
  unit: string;
  most: number;
  share: number;
}

/** The growth of the straight line through values at equal intervals (least squares), from the first to the last. */
export function growthOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = meanOf(values);
  const [above, below] = values.reduce(
    ([sum, squares], value, index) => [
      sum + (index - middle) * (value - mean),
      squares + (index - middle) ** 2,
    ],
    [0, 0],
  );
  return below === 0 ? 0 : (above / below) * (values.length - 1);
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export function isFlat(values: readonly number[], { most, share }: Bound): boolean {
  return growthOf(values) <= Math.max(most, share * meanOf(values));
}
