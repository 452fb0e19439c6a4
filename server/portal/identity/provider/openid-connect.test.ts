import { expect, test } from 'vitest';
import { hostLimits } from '../../../limits.ts';
import { hostPlaces } from '../../../platform/budgets/host-places.ts';
import { discover } from './openid-connect.ts';

test('a provider whose places are taken is busy, not misconfigured', async () => {
  const ending = Promise.withResolvers<void>();
  const held = Array.from({ length: hostLimits.concurrency + hostLimits.queue }, () =>
    hostPlaces.run('login.test:443', () => ending.promise),
  );
  const provider = { issuer: 'https://login.test', clientId: 'maps' };
  await expect(discover({ allowedPrivateHosts: false }, provider, 'secret')).rejects.toMatchObject({
    id: 'busy:hosts',
    status: 503,
    retryAfterSeconds: 5,
  });
  ending.resolve();
  await Promise.all(held);
});
