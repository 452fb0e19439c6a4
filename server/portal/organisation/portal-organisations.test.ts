import { expect, test } from 'vitest';
import type { Database } from '../../platform/database/connect.ts';
import { defaultPortalSettings } from '../portal-settings.ts';
import { createPortalOrganisations } from './portal-organisations.ts';

test('a name that no organisation has is neither looked up nor stored', async () => {
  // Without a database: to ask it would be an error.
  const organisations = createPortalOrganisations({} as Database, defaultPortalSettings);
  expect(await organisations.byUrlKey('n'.repeat(64))).toBeUndefined();
  await expect(organisations.byUrlKey('n'.repeat(63))).rejects.toThrow('selectFrom');
});
