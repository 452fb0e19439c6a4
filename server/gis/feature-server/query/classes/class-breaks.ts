import type { NumberSummary, CountedNumber } from '../../../storage/class-values-store.ts';

/** Upper limits of equally wide classes. */
export function equalIntervals({ min, max }: NumberSummary, count: number): number[] {
  return Array.from({ length: count }, (_none, index) =>
    index === count - 1 ? max : min + ((max - min) * (index + 1)) / count,
  );
}

/** A class of values by their distance from the mean; its label counts in standard deviations, as ArcGIS writes it. */
export interface DeviationClass {
  limit: number;
  label: string;
}

/** Standard deviations from the mean beyond which values are one class: a few outliers would make many empty ones. */
const farthest = 2.5;

/** Classes around the mean, each `interval` standard deviations wide, and one for all values beyond them on either side. */
export function deviationClasses(
  { min, max, mean, deviation }: NumberSummary,
  interval: number,
): DeviationClass[] {
  // All values are the mean.
  if (deviation === 0) return [{ limit: max, label: '0 Std. Dev.' }];
  const last = Math.floor(farthest / interval - 0.5 + 1e-9);
  // Half a class lies on either side of the mean.
  const edges = Array.from({ length: 2 * last + 2 }, (_none, index) => (index - last - 0.5) * interval);
  const text = (edge: number) => String(Number(edge.toFixed(2)));
  const labelOf = (lower: number | undefined, upper: number | undefined) => {
    if (lower === undefined) return `< ${text(upper ?? 0)} Std. Dev.`;
    if (upper === undefined) return `> ${text(lower)} Std. Dev.`;
    return `${text(lower)} - ${text(upper)} Std. Dev.`;
  };
  const classes: DeviationClass[] = [];
  for (const [index, upper] of [...edges, undefined].entries()) {
    const limit = upper === undefined ? Infinity : mean + upper * deviation;
    if (limit <= min) continue;
    classes.push({ limit: Math.min(limit, max), label: labelOf(edges[index - 1], upper) });
    if (limit >= max) break;
  }
  return classes;
}

/** Upper limits without repetitions, as many equal numbers make several quantiles the same. */
export function distinctBreaks(breaks: readonly number[]): number[] {
  return [...new Set(breaks)].sort((a, b) => a - b);
}

/**
 * Natural breaks (Fisher and Jenks): the classes with the least sum of squared deviations from their means.
 * @param numbers ascending; the time grows with the square of their number
 * @returns upper limits, fewer than `count` if there are fewer numbers
 */
export function naturalBreaks(numbers: readonly CountedNumber[], count: number): number[] {
  const size = numbers.length;
  const classes = Math.min(count, size);
  const cost = deviationsOf(numbers);
  // The least cost of the first numbers in a number of classes, and where the last class begins.
  let least = numbers.map((_number, end) => cost(0, end));
  const begins: Int32Array[] = [];
  for (let each = 1; each < classes; each += 1) {
    const before = least;
    const begin = new Int32Array(size);
    least = numbers.map((_number, end) => {
      let best = Infinity;
      for (let start = each; start <= end; start += 1) {
        const total = (before[start - 1] as number) + cost(start, end);
        if (total >= best) continue;
        best = total;
        begin[end] = start;
      }
      return best;
    });
    begins.push(begin);
  }
  const breaks: number[] = [];
  let end = size - 1;
  for (const begin of begins.toReversed()) {
    breaks.unshift((numbers[end] as CountedNumber).value);
    end = (begin[end] as number) - 1;
  }
  return size === 0 ? [] : [(numbers[end] as CountedNumber).value, ...breaks];
}

/** The sum of squared deviations of the numbers from one to another, both included. */
function deviationsOf(numbers: readonly CountedNumber[]): (start: number, end: number) => number {
  const weights = new Float64Array(numbers.length + 1);
  const sums = new Float64Array(numbers.length + 1);
  const squares = new Float64Array(numbers.length + 1);
  // Around the middle, so that the squares of large numbers keep their digits.
  const middle = numbers[numbers.length >> 1]?.value ?? 0;
  for (const [index, { value, count }] of numbers.entries()) {
    const distance = value - middle;
    weights[index + 1] = (weights[index] as number) + count;
    sums[index + 1] = (sums[index] as number) + distance * count;
    squares[index + 1] = (squares[index] as number) + distance * distance * count;
  }
  const between = (list: Float64Array, start: number, end: number) =>
    (list[end + 1] as number) - (list[start] as number);
  return (start, end) =>
    between(squares, start, end) - between(sums, start, end) ** 2 / between(weights, start, end);
}
