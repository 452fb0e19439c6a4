// `npm run test:hostile -- 50000 [seed] [part of a route]`: sends this many malformed requests to a server of
// its own, over every route or those whose address contains the given text.
import { spawnSync } from 'node:child_process';

const [requests = '5000', seed = '', route = ''] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'testing/client/hostile-requests.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, HOSTILE_REQUESTS: requests, HOSTILE_ROUTE: route, ...(seed && { FC_SEED: seed }) },
  },
);
process.exitCode = status ?? 1;
