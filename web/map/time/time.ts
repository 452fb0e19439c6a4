import { loadCapability } from '../load-capability.ts';
import type { Store } from '../../store.ts';

/** The time filter: a span, an instant, everything up to a time, or everything from a time on. */
export type TimeMode = 'time-window' | 'instant' | 'cumulative-from-start' | 'cumulative-from-end';

/** The state of the time slider. A new object after each change. Times are epoch milliseconds. */
export interface TimeState {
  /** `none` if no layer has a time extent. */
  status: 'loading' | 'none' | 'ready';
  mode: TimeMode;
  /** Times that can be shown, the earliest first. */
  stops: readonly number[];
  /** Positions in `stops`: of start and end, or the only one. */
  positions: readonly number[];
  playing: boolean;
  /** Whether it starts over at the end. */
  loop: boolean;
  /** Milliseconds for which each step is shown. */
  pace: number;
}

/** The time tool of a map, while it is open. */
export interface TimeControl {
  readonly state: Store<TimeState>;
  /** The time zone of the map, in which dates are shown. */
  readonly timeZone: string;
  setPositions(positions: readonly number[]): void;
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  setLoop(on: boolean): void;
  setPace(milliseconds: number): void;
  /** Removes the time filter. */
  close(): void;
}

/** Opens the time slider, which filters the map by time until it is closed. */
export const openTime = loadCapability(async () => (await import('./time-session.ts')).openTime);

/** A span of time; without a start or an end it is open there. */
interface Span {
  start: Date | null;
  end: Date | null;
}

/** Positions of the stops nearest to a span's ends. */
export function positionsOf(mode: TimeMode, span: Partial<Span> | null, stops: readonly number[]): number[] {
  const { start = null, end = null } = span ?? {};
  const given = {
    'time-window': [start, end],
    instant: [start],
    'cumulative-from-start': [end],
    'cumulative-from-end': [start],
  }[mode];
  if (stops.length === 0 || given.includes(null)) return [];
  return given.map((date) => nearest(stops, date?.getTime() ?? 0));
}

function nearest(stops: readonly number[], time: number): number {
  let best = 0;
  for (const [index, stop] of stops.entries())
    if (Math.abs(stop - time) < Math.abs((stops[best] ?? 0) - time)) best = index;
  return best;
}

/** The span between stops; undefined for a window without a length. */
export function spanOf(
  mode: TimeMode,
  positions: readonly number[],
  stops: readonly number[],
): Span | undefined {
  const times = positions.toSorted((a, b) => a - b).map((position) => stops[position]);
  const [first, last] = times;
  if (first === undefined) return undefined;
  const date = new Date(first);
  switch (mode) {
    case 'time-window':
      return last === undefined || last === first ? undefined : { start: date, end: new Date(last) };
    case 'instant':
      return { start: date, end: date };
    case 'cumulative-from-start':
      return { start: null, end: date };
    default:
      return { start: date, end: null };
  }
}
