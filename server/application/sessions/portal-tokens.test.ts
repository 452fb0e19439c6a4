import { expect, test } from 'vitest';
import { hostLimits } from '../../limits.ts';
import { hostPlaces } from '../../platform/budgets/host-places.ts';
import { asRequester } from '../../platform/budgets/requester.ts';
import { foreignTokens } from './portal-tokens.ts';
import { createSilentPortals } from './silent-portals.ts';

/** Nothing listens there: a request that gets a place fails at once. */
const host = '127.0.0.1:9';

test('revocations use the places of their caller, also after the page is closed', async () => {
  const ending = Promise.withResolvers<void>();
  const closed = AbortSignal.abort(new Error('closed'));
  const from = <Result>(caller: string, run: () => Result, signal = new AbortController().signal) =>
    asRequester({ caller, signal }, run);
  const share = Math.ceil((hostLimits.concurrency + hostLimits.queue) * hostLimits.callerShare);
  const held = Array.from({ length: share }, () =>
    from('address 1', () => hostPlaces.run(host, () => ending.promise)),
  );
  const tokens = foreignTokens(`http://${host}/arcgis`, {
    allowedPrivateHosts: true,
    silent: createSilentPortals(),
  });
  await expect(from('address 1', () => tokens.revoke('token', 'app'))).rejects.toMatchObject({
    id: 'busy:hosts',
  });
  await expect(from('address 2', () => tokens.revoke('token', 'app'), closed)).resolves.toBeUndefined();
  ending.resolve();
  await Promise.all(held);
});

test('the probe of a silent portal uses the places of the caller who causes it', async () => {
  const tokens = foreignTokens(`http://${host}/arcgis`, {
    allowedPrivateHosts: true,
    silent: {
      find(_address, probe) {
        void probe().catch((error: unknown) => seen.resolve(error));
        return 'silent';
      },
      record: () => {},
    },
  });
  const seen = Promise.withResolvers<unknown>();
  const ending = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const share = Math.ceil((hostLimits.concurrency + hostLimits.queue) * hostLimits.callerShare);
  const from = <Result>(run: () => Result) => asRequester({ caller: 'address 3', signal }, run);
  const held = Array.from({ length: share }, () => from(() => hostPlaces.run(host, () => ending.promise)));
  await expect(from(() => tokens.grant({}, undefined))).rejects.toMatchObject({ status: 503 });
  expect(await seen.promise).toMatchObject({ id: 'busy:hosts' });
  ending.resolve();
  await Promise.all(held);
});
