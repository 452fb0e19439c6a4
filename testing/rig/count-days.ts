import type { RateCounter } from '../../server/platform/budgets/rate-counter.ts';

/** Counts of one day in memory, of which nothing is refused for its minute. */
export function countDays() {
  const counts = new Map<string, number>();
  const waitOfDay = async (name: string, max: number, size = 1) =>
    (counts.get(name) ?? 0) + size > max ? 60 : 0;
  const takeOfDay = async (name: string, max: number, size = 1) => {
    const seconds = await waitOfDay(name, max, size);
    if (seconds === 0) counts.set(name, (counts.get(name) ?? 0) + size);
    return seconds;
  };
  const rates = {
    take: async () => 0,
    wait: () => 0,
    takeOfDay,
    waitOfDay,
    stop: () => {},
  } satisfies RateCounter;
  return { counts, rates };
}
