/**
 * Whether everything runs (`npm run test:long`) or the sample of it that `npm test` has room for. What is long by nature says so
 * in one of three ways: a Vitest file by its ending `.long.test.ts`, a browser test by its tag `@long`, a number by `runs`.
 */
export const long = process.env['TEST_LONG'] === 'yes';

/** How often something is tried: few times in `npm test`, more often in `npm run test:long`. */
export const runs = (few: number, many: number): number => (long ? many : few);
