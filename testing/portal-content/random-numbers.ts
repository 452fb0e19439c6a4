/** Random choices that are reproducible by seed. */
export interface Choices {
  /** From 0 to below 1. */
  random(): number;
  /** From 0 to below `count`, uniformly distributed. */
  below(count: number): number;
  /** From 0 to below `count`, strongly skewed to small numbers: the first tenth gets a third of all. */
  skewed(count: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Like `pick`, skewed to the first ones. */
  favour<Item>(items: readonly Item[]): Item;
}

export function choices(seed: number): Choices {
  const random = randomNumbers(seed);
  const below = (count: number) => Math.floor(random() * count);
  const skewed = (count: number) => Math.floor(random() ** 2 * count);
  return {
    random,
    below,
    skewed,
    pick: (items) => items[below(items.length)]!,
    favour: (items) => items[skewed(items.length)]!,
  };
}

/** Reproducible numbers from 0 to below 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
