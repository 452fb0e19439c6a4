import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { demoUsers } from '../../demo/users.ts';
import { readSettings } from '../../environment.ts';
import { createUser } from '../../portal/community/create-user.ts';
import { createPortalContext } from '../../portal/portal-context.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
const safe = readSettings({ SECRETS_KEY: randomBytes(32).toString('base64') }, { demo: false });
const unsafe = readSettings({}, { demo: false });

beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

test('accepts an empty installation with safe settings', async () => {
  await expect(refuseUnsafe(safe, rig.database)).resolves.toBeUndefined();
});

test('refuses an account with the demo’s password until it is disabled', async () => {
  const context = createPortalContext({ database: rig.database, publicUrl: 'http://localhost' });
  for (const person of demoUsers) await createUser(context, person);
  await expect(refuseUnsafe(safe, rig.database)).rejects.toThrow(
    'ada, grace and hedy can sign in with the demo',
  );
  await rig.database.updateTable('portal_user').set({ disabled: true }).execute();
  await expect(refuseUnsafe(safe, rig.database)).resolves.toBeUndefined();
});

test('reports settings and accounts together', async () => {
  await rig.database.updateTable('portal_user').set({ disabled: false }).execute();
  await expect(refuseUnsafe(unsafe, rig.database)).rejects.toMatchObject({
    id: 'safety:refused',
    faults: [{ path: 'SECRETS_KEY' }, { path: 'accounts' }],
  });
});
