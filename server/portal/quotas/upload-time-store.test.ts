import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { limits, quotas } from '../../limits.ts';
import { createBudgets } from '../../platform/budgets/budgets.ts';
import { busy } from '../../platform/budgets/budget-errors.ts';
import { changeQuotas, saveUsualQuotas } from './quota-store.ts';
import { renewUploadSeconds, reserveUploadSeconds, settleUploadSeconds } from './upload-time-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  rig = await createTestDatabase();
  await saveUsualQuotas(rig.database);
});
afterAll(() => rig.drop());
beforeEach(() => rig.database.deleteFrom('portal_upload_reservation').execute());

const ada = { username: 'ada', orgId: 'demo', day: '2026-11-22' };
const max = quotas.person.uploadSeconds;
const reserve = (id: string) => reserveUploadSeconds(rig.database, ada, { id, wanted: max });
/** Lets seconds pass for all reservations. */
const pass = (seconds: number) =>
  rig.database
    .updateTable('portal_upload_reservation')
    .set((eb) => ({ ends_at: eb('ends_at', '-', seconds * 1000) }))
    .execute();

describe('seconds reserved for reading a file', () => {
  it('are released soon after the process that read it was killed', async () => {
    await reserve('killed');
    await pass(1);
    await expect(reserve('too early')).rejects.toThrow(
      expect.objectContaining({ id: 'quota:person-uploadSeconds' }),
    );
    await pass(60);
    await expect(reserve('later')).resolves.toBeUndefined();
  });

  it.each([
    [20, '0.33 of 0.33'],
    [200, '3.3 of 3.3'],
    [14_400, '240 of 240'],
  ])('state a quota of %i seconds in minutes when they are used up', async (seconds, share) => {
    await changeQuotas(rig.database, ada.orgId, { person_upload_seconds: seconds });
    await reserve('first');
    await expect(reserve('second')).rejects.toThrow(`took ${share} minutes`);
    await changeQuotas(rig.database, ada.orgId, { person_upload_seconds: null });
  });

  it('stay reserved while the file is being read', async () => {
    await reserve('long');
    await pass(59);
    await renewUploadSeconds(rig.database, 'long');
    await pass(2);
    await expect(reserve('meanwhile')).rejects.toThrow(
      expect.objectContaining({ id: 'quota:person-uploadSeconds' }),
    );
  });

  it('of killed processes count no longer, even if there are more than one request deletes', async () => {
    await sql`insert into portal_upload_reservation (id, username, org_id, seconds, ends_at)
      select 'killed' || number, 'ada', 'demo', ${max}, 0
      from generate_series(1, ${limits.expiredRowsPerBatch + 5}) as number`.execute(rig.database);
    await expect(reserve('later')).resolves.toBeUndefined();
    const left = await rig.database.selectFrom('portal_upload_reservation').select('id').execute();
    expect(left).toHaveLength(6);
  });
});

test('reserving seconds saves nothing that a request asks for: it may be repeated', async () => {
  const response = createBudgets().documents.run(undefined, async () => {
    await reserve('preview');
    throw busy('previews', 5);
  });
  await expect(response).rejects.toMatchObject({ id: 'busy:previews' });
});

describe('seconds of earlier days', () => {
  it('are deleted a part at a time', async () => {
    await sql`insert into portal_upload_time (username, org_id, day, seconds)
      select 'person' || number, 'demo', '2026-11-21', 1
      from generate_series(1, ${limits.expiredRowsPerBatch + 5}) as number`.execute(rig.database);
    const left = async () =>
      (await rig.database.selectFrom('portal_upload_time').select('username').execute()).length;
    await settleUploadSeconds(rig.database, ada, { id: 'first', seconds: 1 });
    expect(await left()).toBe(6);
    await settleUploadSeconds(rig.database, ada, { id: 'second', seconds: 1 });
    expect(await left()).toBe(1);
  });
});
