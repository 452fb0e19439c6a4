import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { setItemAccess } from '@esri/arcgis-rest-portal';
import { OfflineClient } from '../rig/offline-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { locksWaitedFor } from '../rig/test-database.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Requests that lock the same layers: each waits for the other, and none fails in a deadlock. */
let rig: TreesView;
/** Another process, whose edits do not wait in this one. */
let other: TestServer;

beforeAll(async () => {
  rig = await createTreesView();
  other = await startTestServer({ databaseUrl: rig.server.databaseUrl });
  await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
});
afterAll(async () => {
  await other.stop();
  await rig.stop();
});

/** Holds a lock until it is released, or the test has ended. */
async function hold(statement: string) {
  const client = new pg.Client({ connectionString: rig.server.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(statement);
  return client;
}

const waiting = (count: number) => expect.poll(() => locksWaitedFor(rig.server.database)).toBe(count);

const settled = (answer: Promise<any>): Promise<any> =>
  answer.catch(({ response, message }) => response ?? { error: message });

test('an attachment that was uploaded to a view is added while the view is changed', async () => {
  const { url } = await rig.createOaks('Oaks');
  const { item } = await rig.ask(`${url}/uploads/upload`, { file: new File(['bark'], 'bark.txt') });
  // Until then the attachment holds the layer of the source, and needs that of the view, to which the upload belongs.
  const held = await hold('select from hosted_attachment where parent_objectid = -1 for update');
  const adding = settled(rig.ask(`${url}/0/1/addAttachment`, { uploadId: item.itemID }));
  await waiting(1);
  const token = await rig.as('grace').authentication.getToken(rig.portal.root);
  const changing = fetch(`${other.url}/server/rest/admin/services/Oaks/FeatureServer/0/updateDefinition`, {
    method: 'POST',
    body: new URLSearchParams({
      f: 'json',
      token,
      updateDefinition: `{"viewDefinitionQuery":"kind <> 'yew'"}`,
    }),
  });
  await waiting(2);
  await held.query('rollback');
  expect(await adding).toMatchObject({ addAttachmentResult: { success: true } });
  expect(await (await changing).json()).toEqual({ success: true });
});

test('edits of an offline copy wait for a change of its layer, and it does not wait for them', async () => {
  for (const id of [0, 1]) await rig.changeLayer('Trees', id, { isDataArchived: true });
  await rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, {
    updateDefinition: { capabilities: 'Create,Delete,Query,Update,Editing,Sync' },
  });
  const copy = new OfflineClient((operation, params) =>
    settled(rig.ask(`${rig.source}/${operation}`, params)),
  );
  await copy.download();
  copy.update([...copy.features.keys()][0] as string, { code: 7 });
  const { rows } = await sql<{ name: string }>`select table_name as name from hosted_layer
    where name = 'Trees' and layer_id = 0`.execute(rig.server.database);
  // As a change of the layer does, which then changes its table.
  const changing = await hold(`select from hosted_layer where table_name = '${rows[0]?.name}' for update`);
  const synchronizing = copy.synchronize();
  synchronizing.catch(() => {});
  await waiting(1);
  await changing.query(`lock table hosted.${rows[0]?.name} in access exclusive mode`);
  await changing.query('commit');
  expect(await synchronizing).not.toHaveProperty('error');
});

test('what is closed while a change of the service waits stays closed', async () => {
  const held = await hold("select from hosted_service where name = 'Trees' for update");
  const change = { updateDefinition: { syncEnabled: false } };
  const changing = settled(rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, change));
  await waiting(1);
  await held.query("update hosted_service set capabilities = 'Query' where name = 'Trees'");
  await held.query('commit');
  expect(await changing).toEqual({ success: true });
  expect(await rig.ask(rig.source)).toMatchObject({ capabilities: expect.not.stringContaining('Editing') });
});

test('layers are added with what was decided for them while that waits', async () => {
  const held = await hold("select from hosted_service where name = 'Trees' for update");
  const addToDefinition = { tables: [{ name: 'Notes', fields: [] }] };
  const adding = settled(rig.ask(`${rig.adminOf('Trees')}/addToDefinition`, { addToDefinition }));
  await waiting(1);
  const defaults = { wkid: 4326, editorTracking: false, ownership: null, maxRecordCount: 77 };
  await held.query(
    `update hosted_service set layer_defaults = '${JSON.stringify(defaults)}' where name = 'Trees'`,
  );
  await held.query('commit');
  expect(await adding).toMatchObject({ success: true, tables: [{ id: 2 }] });
  expect(await rig.ask(`${rig.source}/2`)).toMatchObject({ maxRecordCount: 77 });
});
