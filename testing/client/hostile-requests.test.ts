import { expect, test } from 'vitest';
import { heapUsed } from '../rig/heap-used.ts';
import { runHostile } from '../rig/hostile-run.ts';
import { runs } from '../rig/long.ts';

const given = process.env['HOSTILE_REQUESTS'];
const route = process.env['HOSTILE_ROUTE'] ?? '';
const requests = Number(given ?? runs(5000, 20_000));
const seed = Number(process.env['FC_SEED'] ?? (process.env['CI'] ? 20_261_122 : Date.now() % 2 ** 31));
/** Requests between two measurements of the heap: `npm test` sends ten times as many. */
const between = 500;

test('answers any request to any route without failing', { timeout: 0 }, async () => {
  const heaps: number[] = [];
  const { failures, routes, statuses } = await runHostile({ requests, seed, route }, (done) => {
    if (done % between !== 0) return;
    const heap = heapUsed();
    heaps.push(heap);
    if (given) console.log(`${done} requests · ${heap.toFixed(1)} MB of heap after collecting garbage`);
  });
  if (given) console.log(`seed ${seed}, ${routes} routes, answers by status`, statuses);
  expect({ seed, failures }).toEqual({ seed, failures: [] });
  // Memory retained by requests adds up: 250 bytes of each of 40,000 are ten megabytes. Code and tables that the first requests
  // loaded do not.
  expect(heaps.length).toBeGreaterThanOrEqual(Math.min(5, Math.floor(requests / between)));
  const [first = 0, ...rest] = heaps.slice(Math.floor(heaps.length / 5));
  expect(Math.max(first, ...rest) - first).toBeLessThan(10);
  expect(routes).toBeGreaterThan(route === '' ? 300 : 0);
});
