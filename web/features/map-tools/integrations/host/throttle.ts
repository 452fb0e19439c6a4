/** Lets so many things a second through; what is too much is refused until the second is over. */
export function createAllowance(perSecond: number): { take(): boolean } {
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

/** Acts at once on the first of many values, then on the latest each so many milliseconds; none between is missed at the end. */
export function latestEvery<Value>(
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
    /** Forgets what waits. */
    drop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = undefined;
    },
  };
}
