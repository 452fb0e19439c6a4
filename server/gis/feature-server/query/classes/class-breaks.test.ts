import { expect, it } from 'vitest';
import { deviationClasses } from './class-breaks.ts';

const labels = (summary: Parameters<typeof deviationClasses>[0]) =>
  deviationClasses(summary, 0.33).map(({ label }) => label);

it('labels classes by their distance from the mean, in standard deviations', () => {
  expect(labels({ min: 9, max: 11, mean: 10, deviation: 2 })).toContain('-0.17 - 0.17 Std. Dev.');
});

it('labels values that are all the same as the mean, whatever the width of a class', () => {
  expect(labels({ min: 7, max: 7, mean: 7, deviation: 0 })).toEqual(['0 Std. Dev.']);
});
