import { loadCapability } from '../load-capability.ts';
import type { Store } from '../store.ts';

/** What of the time is shown: a span, one moment, everything up to a time, or everything from it on. */
export type TimeMode = 'time-window' | 'instant' | 'cumulative-from-start' | 'cumulative-from-end';

/** The time that the map shows. A new object after each change. Times are milliseconds since 1970. */
export interface TimeState {
  /** `none` when no layer says which time it covers. */
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
  setPositions(positions: readonly number[]): void;
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  setLoop(on: boolean): void;
  setPace(milliseconds: number): void;
  /** Shows every time again. */
  close(): void;
}

/** Has the map show one part of its time after the other, until it is closed. */
export const openTime = loadCapability(async () => (await import('./time-session.ts')).openTime);
