// `npm run test:hostile -- 50000 [seed]`: sends so many requests nobody sane sends, over every route of a server of its own.
import { spawnSync } from 'node:child_process';

const [requests = '5000', seed = ''] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'testing/client/hostile-requests.test.ts'],
  { stdio: 'inherit', env: { ...process.env, HOSTILE_REQUESTS: requests, ...(seed && { FC_SEED: seed }) } },
);
process.exitCode = status ?? 1;
