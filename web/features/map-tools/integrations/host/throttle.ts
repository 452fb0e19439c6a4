/** Allows a number of calls per second and rejects the rest. */
export function createRateLimit(perSecond: number): { take(): boolean } {
  let began = -Infinity;
  let taken = 0;
  return {
    take() {
      const now = performance.now();
      if (now - began >= 1000) {
        began = now;
        taken = 0;
      }
      return ++taken <= perSecond;
    },
  };
}

/** Runs at once for the first value, then for the latest one per interval, including the last. */
export function throttleLatest<Value>(
  milliseconds: number,
  act: (value: Value) => void,
): { push(value: Value): void; drop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { value: Value } | undefined;
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!waiting) return;
      const { value } = waiting;
      waiting = undefined;
      act(value);
      rest();
    }, milliseconds);
  };
  return {
    push(value) {
      if (timer !== undefined) {
        waiting = { value };
        return;
      }
      act(value);
      rest();
    },
    /** Drops the pending value. */
    drop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = undefined;
    },
  };
}
