/** Made-up choices that are the same for the same seed. */
export interface Choices {
  /** From 0 to below 1. */
  random(): number;
  /** From 0 to below `count`, all alike. */
  below(count: number): number;
  /** From 0 to below `count`, small numbers far more often: the tenth part at the front gets a third of all. */
  skewed(count: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** As `pick`, the first ones far more often. */
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

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
