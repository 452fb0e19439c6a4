import { expect, test } from 'vitest';
import { runHostile } from '../rig/hostile-run.ts';
import { runs } from '../rig/long.ts';

const given = process.env['HOSTILE_REQUESTS'];
const route = process.env['HOSTILE_ROUTE'] ?? '';
const requests = Number(given ?? runs(1000, 20_000));
const seed = Number(process.env['FC_SEED'] ?? (process.env['CI'] ? 20_261_122 : Date.now() % 2 ** 31));

test(
  'whatever is sent to whichever route, the server answers and does not fail',
  { timeout: 0 },
  async () => {
    const { failures, routes, statuses } = await runHostile({ requests, seed, route }, (done) => {
      if (given && done % 5000 === 0)
        console.log(`${done} requests · ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
    });
    if (given) console.log(`seed ${seed}, ${routes} routes, answers by status`, statuses);
    expect({ seed, failures }).toEqual({ seed, failures: [] });
    expect(routes).toBeGreaterThan(route === '' ? 300 : 0);
  },
);
