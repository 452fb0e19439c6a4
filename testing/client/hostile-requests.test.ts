import { expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { type HostileFailure, runHostile } from '../rig/hostile-run.ts';
import { runs } from '../rig/long.ts';
import { type MemoryUsed, memoryUsed } from '../rig/heap-used.ts';

const given = process.env['HOSTILE_REQUESTS'];
const route = process.env['HOSTILE_ROUTE'] ?? '';
const requests = Number(given ?? runs(1500, 20_000));
const seed = Number(process.env['FC_SEED'] ?? (process.env['CI'] ? 20_261_122 : Date.now() % 2 ** 31));
/** Requests between two measurements of the memory: `npm test` sends ten times as many. */
const between = 500;

/** The root has no page; it always answers 404. */
const exceptions = ['GET /'];

test('answers any request to any route without failing', { timeout: 0 }, async () => {
  const samples: MemoryUsed[] = [];
  const onProgress = (done: number) => {
    if (done % between !== 0) return;
    const memory = memoryUsed();
    samples.push(memory);
    const { heap, external, arrayBuffers } = memory;
    if (given)
      console.log(
        `${done} requests · after collecting garbage ${heap.toFixed(1)} MB of heap, ${external.toFixed(1)} MB of external memory, ${arrayBuffers.toFixed(1)} MB of it buffers`,
      );
  };
  // A long run may be ended before it fails.
  const onFailure = (failure: HostileFailure) => given && console.log('failed', failure);
  const run = await runHostile({ requests, seed, route }, { onProgress, onFailure });
  const { addresses, failures, routes, statuses, unsent, unreached } = run;
  if (given)
    console.log(
      `seed ${seed}, ${routes} routes, ${unsent} requests that Node's client does not send, ${statuses[503] ?? 0} answered with 503; answers by status`,
      statuses,
    );
  expect({ seed, failures }).toEqual({ seed, failures: [] });
  // Memory retained by requests adds up: 250 bytes of each of 40,000 are ten megabytes. Code and tables that the first requests
  // loaded do not.
  expect(samples.length).toBeGreaterThanOrEqual(Math.min(5, Math.floor(requests / between)));
  const growthOf = (kind: keyof MemoryUsed) => {
    const [first = 0, ...rest] = samples.slice(Math.floor(samples.length / 5)).map((sample) => sample[kind]);
    return Math.max(first, ...rest) - first;
  };
  expect(growthOf('heap')).toBeLessThan(10);
  // The cache of thumbnails fills meanwhile: every round has other items.
  expect(growthOf('external')).toBeLessThan(10 + limits.thumbnailCacheBytes / 1e6);
  expect(routes).toBeGreaterThan(route === '' ? 300 : 0);
  // Else the requests prove nothing about the operations behind the routes.
  const missed = unreached.filter((address) => !exceptions.some((known) => address.startsWith(`${known}: `)));
  if (given) console.log('addresses whose operations no request reached', missed);
  expect(addresses).toBeGreaterThan(route === '' ? 600 : 0);
  // Some take more attempts than a short run has: requests that come before theirs delete what they need.
  const most = requests >= 20_000 ? 0 : requests >= 5000 ? addresses * 0.02 : addresses;
  expect({ seed, missed: missed.length > most ? missed : [] }).toEqual({ seed, missed: [] });
});
