import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperationCaller } from '../../../../testing/rig/operation-caller.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { waitsOrEnds } from '../../../../testing/rig/test-database.ts';
import { lockUserAndReferences } from '../user-store.ts';
import { updateUserOperation } from './user-operations.ts';

let data: PortalData;
beforeAll(async () => {
  data = await createPortalData();
});
afterAll(() => data.stop());

test('a profile that is sent back as it was read keeps an address that was confirmed meanwhile', async () => {
  const { database, context } = data;
  await data.addUser('grace', { email: 'former@city.example' });
  const call = createOperationCaller(context);
  const confirmed = { email: 'new@city.example', email_confirmed_at: 5 };
  const { late } = await database.transaction().execute(async (transaction) => {
    await lockUserAndReferences(transaction, 'grace');
    const profile = { email: 'former@city.example', description: 'Surveyor' };
    const updating = call(updateUserOperation, memberCaller('grace'), { user: 'grace' }, profile);
    await waitsOrEnds(database, updating);
    await transaction.updateTable('portal_user').set(confirmed).where('username', '=', 'grace').execute();
    return { late: updating };
  });
  expect(await late).toEqual({ success: true, username: 'grace' });
  const columns = ['email', 'email_confirmed_at', 'description'] as const;
  const stored = database.selectFrom('portal_user').select(columns).where('username', '=', 'grace');
  expect(await stored.executeTakeFirst()).toEqual({ ...confirmed, description: 'Surveyor' });
});
