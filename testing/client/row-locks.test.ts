import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockOrganisation } from '../../server/application/organisations/organisation-store.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { LayerEdits } from '../../server/gis/storage/edit-store.ts';
import { findLayer } from '../../server/gis/storage/service-store.ts';
import { type Database, poolOf } from '../../server/platform/database/connect.ts';
import { installationOrgId } from '../../server/platform/database/migrate.ts';
import { lockUser, lockUserAndReferences } from '../../server/portal/community/user-store.ts';
import { insertComment } from '../../server/portal/content/comments/comment-store.ts';
import { deleteRatingsOf, saveRating } from '../../server/portal/content/ratings/rating-store.ts';
import { lockResources } from '../../server/portal/content/resources/resource-store.ts';
import {
  groupsWithoutOthers,
  lockWithAdministrators,
} from '../../server/portal/community/users/administrator-store.ts';
import { lockRoles } from '../../server/portal/organisation/roles/role-store.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/** Rows that requests lock against each other: what refers to them, such as items to users, can be stored meanwhile. */
let rig: TestDatabase;

beforeAll(async () => {
  rig = await createTestDatabase();
  await poolOf(rig.database).query(`
    insert into organisation (name, revision) values ('delft', 1);
    insert into portal_user (username, full_name, role, created_at, modified_at, org_id)
      values ('ada', 'Ada', 'org_admin', 0, 0, 'mapping');
    insert into portal_item (id, owner, type, title, created_at, modified_at, org_id)
      values ('map', 'ada', 'Web Map', 'Map', 0, 0, 'mapping');
    insert into portal_group (id, title, owner, access, created_at, modified_at, org_id)
      values ('g', 'G', 'ada', 'org', 0, 0, 'mapping')`);
  await createHostedLayer(
    { database: rig.database },
    { serviceName: 'Trees', layers: [{ name: 'Trees', fields: [], features: [] }] },
  );
});
afterAll(() => rig.drop());

/** Whether rows that refer to those of a table can be stored while a transaction has a lock, as their foreign keys check. */
async function canBeReferred(table: string, lock: (transaction: Database) => Promise<unknown>) {
  const undone = new Error('undone');
  let answer: unknown;
  await rig.database
    .transaction()
    .execute(async (transaction) => {
      await lock(transaction);
      answer = await poolOf(rig.database)
        .query(`select from ${table} for key share nowait`)
        .then(
          () => true,
          ({ code }: { code: string }) => code !== '55P03',
        );
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return answer;
}

const rating = { rating: 3, created_at: 0 };
const comment = {
  item_id: 'map',
  username: 'ada',
  parent_id: null,
  comment: '',
  created_at: 0,
  modified_at: 0,
};
const author = { controls: true, isInside: true };

describe('what refers to a locked row can be stored', () => {
  test.each<[string, string, (transaction: Database) => Promise<unknown>]>([
    ['folders of a user', 'portal_user', (each) => lockUser(each, 'ada')],
    [
      'roles of administrators',
      'portal_user',
      (each) => lockWithAdministrators(each, { username: 'ada', org_id: 'mapping' }),
    ],
    ['members of a group', 'portal_group', (each) => groupsWithoutOthers(each, ['g'], ['ada'])],
    ['roles of an organisation', 'portal_organisation', (each) => lockRoles(each, 'mapping')],
    ['a configuration', 'organisation', (each) => lockOrganisation(each, 'delft')],
    ['resources of an item', 'portal_item', (each) => lockResources(each, 'map', [])],
    ['comments of an item', 'portal_item', (each) => insertComment(each, { id: '1', ...comment }, author)],
    ['ratings of an item', 'portal_item', (each) => saveRating(each, 'map', 'ada', rating)],
    [
      'ratings of a user',
      'portal_item',
      async (each) => {
        await saveRating(each, 'map', 'ada', rating);
        await deleteRatingsOf(each, 'ada');
      },
    ],
    [
      'edits of a layer',
      'hosted_layer',
      async (each) => {
        const layer = await findLayer(each, 'Trees', 0, { orgId: installationOrgId });
        await LayerEdits.begin(each as never, layer!, { now: 1, caller: null });
      },
    ],
  ])('%s', async (_what, table, lock) => {
    expect(await canBeReferred(table, lock)).toBe(true);
  });
});

test('but nothing for a user who is being deleted', async () => {
  expect(await canBeReferred('portal_user', (each) => lockUserAndReferences(each, 'ada'))).toBe(false);
});
