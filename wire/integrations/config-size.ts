/** Values in the options of one integration, counting lists and objects themselves, and how deep they may be nested. */
export const configValues = 2000;
export const configDepth = 12;

/** What is wrong with the size of an integration's options; undefined when they are small enough. */
export function sizeFault(config: Readonly<Record<string, unknown>>): string | undefined {
  let level: unknown[] = Object.values(config);
  let count = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > configDepth) return `Nest options at most ${configDepth} deep.`;
    count += level.length;
    if (count > configValues) return `Give at most ${configValues} values.`;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return undefined;
}
