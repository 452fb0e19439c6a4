/** A clock set by tests, so that expiry is tested without waiting. */
export interface Clock {
  /** Epoch milliseconds. */
  now: () => number;
  advance(milliseconds: number): void;
}

export const second = 1000;
export const minute = 60 * second;
export const day = 24 * 60 * minute;

export function createClock(start = Date.UTC(2031, 4, 6, 7, 8, 9)): Clock {
  let time = start;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
