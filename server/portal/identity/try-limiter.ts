/** Counts attempts in a sliding window. */
export interface TryLimiter {
  /** Counts one attempt. @returns 0 when it is allowed, else the seconds to wait */
  take(key: string): Promise<number>;
  /** Resets the attempts of a key, after a success. */
  clear(key: string): Promise<void>;
}
