import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../testing/rig/portal-data.ts';
import type { TryLimiter } from './identity/try-limiter-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
});
afterAll(() => data.stop());

it('every limiter of attempts has keys of its own', async () => {
  const limiters = Object.entries(data.context).filter((entry): entry is [string, TryLimiter] =>
    entry[0].endsWith('Tries'),
  );
  expect(limiters.length).toBeGreaterThan(5);
  for (const [, limiter] of limiters) await limiter.take('known ada');
  const keys = await data.database.selectFrom('counted_try').select('key').distinct().execute();
  expect(keys).toHaveLength(limiters.length);
});
