import { timeOf, wallTime } from '../layers/time-zone.ts';

/** Steps of a line over time, by the calendar of the time zone in which the dates are shown. */
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
export function binStart(time: number, bin: ChartBin, zone = 'UTC'): number {
  const date = inZone(time, zone);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  // Also where clocks change by half an hour.
  if (bin === 'hour') return time - (date.getTime() - hourOf(date));
  if (bin === 'year') return toTime(startOf(year), zone);
  return toTime(startOf(year, month, bin === 'month' ? 1 : date.getUTCDate()), zone);
}

/** The start of the next step. */
export function nextBin(start: number, bin: ChartBin, zone = 'UTC'): number {
  const date = inZone(start, zone);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (bin === 'hour') return start + 3_600_000;
  if (bin === 'year') return toTime(startOf(year + 1), zone);
  if (bin === 'month') return toTime(startOf(year, month + 1), zone);
  const day = date.getUTCDate();
  const next = toTime(startOf(year, month, day + 1), zone);
  // A day that the calendar skips begins with the one after it.
  return next > start ? next : toTime(startOf(year, month, day + 2), zone);
}

/** A date whose fields of UTC are those of a time in a time zone. */
function inZone(time: number, zone: string): Date {
  return new Date(
    zone === 'UTC' ? time : Date.parse(`${wallTime(time, zone)}Z`) + (((time % 1000) + 1000) % 1000),
  );
}

function hourOf(date: Date): number {
  return date.getTime() - (((date.getTime() % 3_600_000) + 3_600_000) % 3_600_000);
}

/** The time of a date in a time zone; the date is given as of UTC. */
function toTime(date: number, zone: string): number {
  return zone === 'UTC' ? date : timeOf(new Date(date).toISOString().slice(0, 19), zone);
}

/**
 * The length of the steps between two times: the chosen one, or the shortest that gives few enough. A chosen
 * one that gives too many becomes longer.
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
export function binsBetween(
  [least, most]: readonly [number, number],
  bin: ChartBin,
  zone = 'UTC',
): [number, number][] {
  const bins: [number, number][] = [];
  for (let start = binStart(least, bin, zone); start <= most && bins.length < 10_000;) {
    const next = nextBin(start, bin, zone);
    bins.push([start, next]);
    start = next;
  }
  return bins;
}

/** Joins neighbouring steps, so that there are at most `limit`. */
export function joinBins(bins: readonly [number, number][], limit: number): [number, number][] {
  const size = Math.ceil(bins.length / limit);
  return bins.flatMap(([start], at): [number, number][] =>
    at % size === 0 ? [[start, (bins[at + size - 1] ?? bins.at(-1) ?? [0, start])[1]]] : [],
  );
}
