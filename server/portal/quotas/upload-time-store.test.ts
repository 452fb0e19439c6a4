import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { quotas } from '../../limits.ts';
import { changeQuotas, saveUsualQuotas } from './quota-store.ts';
import { renewUploadSeconds, reservationSeconds, reserveUploadSeconds } from './upload-time-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  rig = await createTestDatabase();
  await saveUsualQuotas(rig.database);
});
afterAll(() => rig.drop());
beforeEach(() => rig.database.deleteFrom('portal_upload_reservation').execute());

const ada = { username: 'ada', orgId: 'demo', day: '2026-11-22' };
const max = quotas.person.uploadSeconds;
const lapsed = reservationSeconds * 1000 + 1;
const reserve = (id: string, now: number) =>
  reserveUploadSeconds(rig.database, ada, { id, wanted: max, now });

describe('seconds reserved for reading a file', () => {
  it('are released soon after the process that read it was killed', async () => {
    await reserve('killed', 0);
    await expect(reserve('too early', 1000)).rejects.toThrow(
      expect.objectContaining({ id: 'quota:person-uploadSeconds' }),
    );
    await expect(reserve('later', lapsed)).resolves.toBeUndefined();
  });

  it.each([
    [20, '0.33 of 0.33'],
    [200, '3.3 of 3.3'],
    [14_400, '240 of 240'],
  ])('state a quota of %i seconds in minutes when they are used up', async (seconds, share) => {
    await changeQuotas(rig.database, ada.orgId, { person_upload_seconds: seconds });
    await reserve('first', 0);
    await expect(reserve('second', 0)).rejects.toThrow(`took ${share} minutes`);
    await changeQuotas(rig.database, ada.orgId, { person_upload_seconds: null });
  });

  it('stay reserved while the file is being read', async () => {
    await reserve('long', 0);
    await renewUploadSeconds(rig.database, { id: 'long', now: lapsed - 2 });
    await expect(reserve('meanwhile', lapsed)).rejects.toThrow(
      expect.objectContaining({ id: 'quota:person-uploadSeconds' }),
    );
  });
});
