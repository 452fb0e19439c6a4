import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { long } from '../rig/long.ts';
import { capacities, rateOf, rowOf, scenarios, simulate } from './scale.ts';

const document = readFileSync('docs/scale.md', 'utf8');

/** The cells of the table in a section. */
function tableIn(section: string): string[][] {
  const [, after = ''] = document.split(`\n## ${section}\n`);
  const [text = ''] = after.split('\n## ');
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** Those with few requests, which take a fifth of a second each; the others only in the long run. */
const quick = scenarios.filter((scenario) => rateOf(scenario) < 300);
const written = tableIn('Simulated installations').slice(1);

describe('the document on scale', () => {
  test('has every installation that is simulated', () => {
    expect(written.map(([name, processes]) => [name, processes])).toEqual(
      scenarios.map(({ name, processes }) => [name, String(processes)]),
    );
  });

  test.each(long ? scenarios : quick)('has the numbers of $name with $processes processes', (scenario) => {
    expect(written[scenarios.indexOf(scenario)]).toEqual(rowOf(simulate(scenario)));
  });

  test('has for each installation the processes with which a burst is not refused', () => {
    const notRefused = written.filter((row) => row[6] === '0.0 %').map(([name]) => name);
    expect(notRefused).toEqual([...new Set(scenarios.map(({ name }) => name))]);
  });

  test('has what one and two processes answer', () => {
    const { columns, rows } = capacities();
    expect(tableIn('One process and two')).toEqual([columns, ...rows]);
  });
});
