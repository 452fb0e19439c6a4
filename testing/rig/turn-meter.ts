/** Measures the load of a thread's event loop. */
export interface TurnMeter {
  /**
   * The maximum processor time of one turn since the last call, in milliseconds. Processor time, because a
   * busy machine makes every turn of the event loop take longer in elapsed time.
   */
  longest(): number;
}

/** Starts measuring this thread. */
export function startTurnMeter(): TurnMeter {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = spent();
  let longest = 0;
  // However many short turns there are between two ticks, they are no longer than the time to the next one.
  setInterval(() => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  }, 4).unref();
  return {
    longest() {
      const found = longest;
      longest = 0;
      return found;
    },
  };
}
