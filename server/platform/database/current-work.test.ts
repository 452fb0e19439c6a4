import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakePortal } from '../../../testing/fakes/portal.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { portalUnreachable } from '../membership/portal-unreachable.ts';
import { safeFetch } from '../safety/safe-fetch.ts';
import { inReadTransaction, inTransaction } from './connect.ts';
import { asTransaction, withoutPlaces } from './current-work.ts';

let rig: TestDatabase;
let other: Awaited<ReturnType<typeof startFakePortal>>;
beforeAll(async () => {
  [rig, other] = await Promise.all([createTestDatabase(), startFakePortal({})]);
});
afterAll(() => Promise.all([rig.drop(), other.close()]));

const request = async () => {
  const { status } = await safeFetch(
    `${other.url}/sharing/rest/portals/self`,
    {},
    { allowedPrivateHosts: true },
  );
  return status;
};
const mistake = { name: 'RequestWithinTransaction' };

describe('a request to another host within a transaction is a mistake of the code', () => {
  test.each<[string, (work: () => Promise<unknown>) => Promise<unknown>]>([
    ['of Kysely', (work) => rig.database.transaction().execute(work)],
    [
      'with settings',
      (work) =>
        rig.database.transaction().setIsolationLevel('serializable').setAccessMode('read only').execute(work),
    ],
    ['that may be part of another', (work) => inTransaction(rig.database, work)],
    ['that reads', (work) => inReadTransaction(rig.database, work)],
    ['without Kysely', asTransaction],
  ])('%s', async (_what, within) => {
    await expect(within(request)).rejects.toMatchObject(mistake);
    await expect(within(() => withoutPlaces(async () => 'answered'))).rejects.toMatchObject(mistake);
  });

  test('and is not reported as a portal that cannot be reached', async () => {
    const asking = asTransaction(() =>
      request().catch((cause: unknown) => {
        throw portalUnreachable(other.url, cause, '');
      }),
    );
    await expect(asking).rejects.toMatchObject(mistake);
  });
});

test('work that a transaction began may request another host after it', async () => {
  const ended = Promise.withResolvers<void>();
  const later = await rig.database
    .transaction()
    .execute(async () => ({ asked: ended.promise.then(request) }));
  ended.resolve();
  expect(await later.asked).toBe(200);
});
