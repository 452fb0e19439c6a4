import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPortalData, type PortalData } from '../../testing/rig/portal-data.ts';
import { installationOrgId as orgId } from '../platform/database/migrate.ts';
import { saveProvider, useResponse } from '../portal/identity/provider/provider-store.ts';
import { deletePortalOrganisation } from './portal-removal-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada');
  await saveProvider(data.database, {
    kind: 'openid',
    orgId,
    issuer: 'https://login.city.example',
    label: 'City login',
    clientId: 'maps',
    scope: 'openid',
    secret: { keyId: 'k', nonce: Buffer.alloc(12), sealed: Buffer.alloc(16) },
    usernameClaim: 'preferred_username',
    roleClaim: 'groups',
    roles: { admins: 'org_admin' },
    defaultRole: null,
    modified: 1,
  });
  const response = { orgId, requestId: 'request', assertionId: 'assertion' };
  await useResponse(data.database, response, { until: 2, now: 1 });
});
afterAll(() => data.stop());

/** Tables that refer to organisations and have rows of the one at the root address. */
async function tablesWithRows(): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'portal_organisation'::regclass`.execute(data.database);
  const found: string[] = [];
  for (const { table, column } of rows) {
    const { rows: own } =
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${orgId} limit 1`.execute(
        data.database,
      );
    if (own.length > 0) found.push(table);
  }
  return found.toSorted();
}

test('the organisation at the root address, which is kept, has nothing left that refers to it', async () => {
  expect(await tablesWithRows()).toEqual(
    expect.arrayContaining(['portal_identity_provider', 'portal_saml_answer', 'portal_user']),
  );
  await deletePortalOrganisation(data.database, orgId, 1);
  expect(await tablesWithRows()).toEqual([]);
});
