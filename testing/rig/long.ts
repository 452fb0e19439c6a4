/**
 * Whether everything runs (`npm run test:long`) or the sample of it that `npm test` has time for. Long tests
 * are marked in one of five ways: a Vitest file by its ending `.long.test.ts`, any other test by `test.runIf(long)`,
 * a browser test by its tag `@long`, a number by `runs`, a list by `sample`.
 */
export const long = process.env['TEST_LONG'] === 'yes';

/** Number of iterations: few in `npm test`, more in `npm run test:long`. */
export const runs = (few: number, many: number): number => (long ? many : few);

/** One in `each` of many similar things in `npm test`, all of them in `npm run test:long`. */
export const sample = <Thing>(things: readonly Thing[], each: number): readonly Thing[] =>
  long ? things : things.filter((_thing, index) => index % each === 0);
