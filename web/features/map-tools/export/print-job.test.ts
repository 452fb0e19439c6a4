import { expect, it } from 'vitest';
import { joinedLegend } from './print-job.ts';
import { wholeNumber } from './print-options.tsx';

const map = (...titles: string[]) => ({
  printed: { legend: { groups: titles.map((title) => ({ title, rows: [] })), missing: [] } },
});

it('lists layers of several maps once, and all layers of one map', () => {
  const legend = joinedLegend([map('Roads', 'Roads', 'Stops'), map('Stops', 'Parks')]);
  expect(legend.map(({ title }) => title)).toEqual(['Roads', 'Roads', 'Stops', 'Parks']);
});

it.each([
  ['2,500', 2500],
  ['1:2 500', 2500],
  ['1 : 100', 100],
  ['1000', 1000],
  ['EPSG:2056', 2056],
  ['', undefined],
])('reads %j as %s', (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});
