/** Steps of a line over time, by the calendar of UTC. */
export const chartBins = ['hour', 'day', 'month', 'year'] as const;
export type ChartBin = (typeof chartBins)[number];

/** Maximum number of steps of a chosen length: more could not be distinguished. */
export const maxBins = 400;
/** Steps of a line whose length is not chosen. */
const usualBins = 100;

/** The start of a day. `Date.UTC` would take the years 0 to 99 as 1900 to 1999. */
function startOf(year: number, month = 0, day = 1): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** The start of the step that a time lies in, in milliseconds since 1970. */
export function binStart(time: number, bin: ChartBin): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (bin === 'year') return startOf(year);
  if (bin === 'month') return startOf(year, month);
  return startOf(year, month, date.getUTCDate()) + (bin === 'hour' ? date.getUTCHours() * 3_600_000 : 0);
}

/** The start of the next step. */
export function nextBin(start: number, bin: ChartBin): number {
  const date = new Date(start);
  if (bin === 'year') return startOf(date.getUTCFullYear() + 1);
  if (bin === 'month') return startOf(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return start + (bin === 'day' ? 24 : 1) * 3_600_000;
}

/**
 * The length of the steps between two times: the chosen one, or the shortest that gives few enough. A chosen one that gives
 * too many becomes longer.
 */
export function lengthOfBins(
  [least, most]: readonly [number, number],
  chosen: ChartBin | undefined,
  limit = maxBins,
): ChartBin {
  const first = chosen ? chartBins.indexOf(chosen) : 0;
  const enough = chosen ? limit : Math.min(limit, usualBins);
  return chartBins.slice(first).find((bin) => countOf(least, most, bin) <= enough) ?? 'year';
}

function countOf(least: number, most: number, bin: ChartBin): number {
  const hours = (most - least) / 3_600_000;
  return Math.ceil(hours / { hour: 1, day: 24, month: 720, year: 8640 }[bin]) + 1;
}

/** The steps from that of one time to that of another, each with its start and the start of the next. */
export function binsBetween([least, most]: readonly [number, number], bin: ChartBin): [number, number][] {
  const bins: [number, number][] = [];
  for (let start = binStart(least, bin); start <= most && bins.length < 10_000; start = nextBin(start, bin))
    bins.push([start, nextBin(start, bin)]);
  return bins;
}

/** Joins neighbouring steps, so that there are at most `limit`. */
export function joinBins(bins: readonly [number, number][], limit: number): [number, number][] {
  const size = Math.ceil(bins.length / limit);
  return bins.flatMap(([start], at): [number, number][] =>
    at % size === 0 ? [[start, (bins[at + size - 1] ?? bins.at(-1) ?? [0, start])[1]]] : [],
  );
}
