/** Counts tries in a sliding window. */
export interface TryLimiter {
  /** Takes one try. @returns 0 when it is allowed, else how many seconds to wait */
  take(key: string): Promise<number>;
  /** Forgets the tries of a key, after a success. */
  clear(key: string): Promise<void>;
}
