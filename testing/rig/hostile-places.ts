import { demoCityworks } from '../../server/demo/cityworks/simulator.ts';
import { loadCredentials } from '../../server/demo/load-config.ts';
import type { Vault } from '../../server/platform/safety/vault.ts';
import { changeCredentials } from '../../server/application/integrations/credentials/credential-store.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { inTransaction } from '../../server/platform/database/connect.ts';
import { deleteService } from '../../server/gis/storage/delete-service-store.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import { nameOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { findAccount } from '../../server/portal/identity/account-store.ts';
import { appConfigSchema } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { loadCity } from './city-service.ts';
import { type ContentRig, png } from './content-rig.ts';
import type { Makings } from './hostile-requests.ts';
import { addPlaces } from './operation-table.ts';
import { addNotes } from './walls/notes.ts';
import { addRows } from './walls/rows.ts';

/** Files of the built application for every route that sends one. */
export const builtFiles = {
  'assets/app-1234.js': 'export {};',
  'integrations/client.js': 'export {};',
  'integration-kinds/streetview/index.html': '<!doctype html><html><head></head><body></body></html>',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'apple-touch-icon.png': '',
  'service-worker.js': '',
};

const integration = 'city-street';
const work = 'city-work';

/** What requests of a round leave behind in lists of which an organisation or a user has a limited number. */
const leftBehind = [
  'map_comment',
  'organisation_picture',
  'portal_identity_provider',
  'portal_invitation',
  'portal_link',
  'portal_notification',
  'portal_passkey',
  'portal_role',
  'shared_map',
] as const;

/**
 * Restores the organisation `city`, which requests have changed, and creates content of every kind for the next ones: its users, its
 * configuration, a map with all that belongs to one, a service with a replica and an upload.
 */
export async function restoreCity(rig: ContentRig, vault: Vault): Promise<Omit<Makings, 'routes'>> {
  const { context } = rig.portal;
  const { database } = context;
  for (const table of ['counted_try', 'portal_former_user'] as const)
    await database.deleteFrom(table).execute();
  await database.updateTable('portal_organisation').set({ settings: '{}' }).execute();
  // Requests of the administrator may have disabled them, or taken their roles.
  for (const username of ['grace', 'ada', 'Otto']) await rig.restore(username);
  if (await findAccount(database, 'someone')) {
    const { passwordHash } = (await findAccount(database, 'grace')) ?? { passwordHash: null };
    const same = { password_hash: passwordHash };
    await database.updateTable('portal_user').set(same).where('username', '=', 'someone').execute();
    await rig.restore('someone');
  } else await rig.signIn('someone');
  // Those that the tables of requests name as the target.
  for (const username of ['olga', 'hal'])
    if (!(await findAccount(database, username))) await rig.portal.addUser(username);
  await database.updateTable('portal_user').set({ role_id: null }).execute();
  for (const table of leftBehind) await database.deleteFrom(table).execute();
  const { orgId } = (await findAccount(database, 'ada')) ?? { orgId: '' };
  await nameOrganisation(database, orgId, 'city');
  const revision = await saveConfiguration(rig, vault);
  await registerApp(context, {
    clientId: 'mapping-city',
    title: 'Mapping',
    redirectUris: [`${rig.url}/city/signed-in`],
  });

  const tokens = {
    visitor: '',
    dead: 'dead',
    member: await rig.portal.token('Otto'),
    owner: await rig.portal.token('grace'),
    someone: await rig.portal.token('someone'),
    administrator: await rig.portal.token('ada'),
    leaving: await rig.portal.token('Otto'),
  };
  const call = async (path: string, parameters: Record<string, string>, as: 'ada' | 'grace' | 'someone') =>
    expectMade(path, await rig.call(path, parameters, as));
  const { item, group, folder } = await addPlaces(rig);
  const other = await rig.addMap({ title: 'Another' });
  const marker = `Round ${Math.random()}`;
  const service = await loadService(rig, tokens.administrator);
  const rows = await addRows(database, { marker, maps: [item, other], service: 'City' });
  const notes = await addNotes(call, { marker, group, item });
  await call(`/community/groups/${group}/invite`, { users: 'ada' }, 'grace');
  const invited = await call('/community/users/ada/invitations', {}, 'ada');
  const invitations = [{ email: 'new@example.org', groups: [group] }];
  await call('/portals/self/invite', { invitationList: JSON.stringify({ invitations }) }, 'ada');
  const { links } = await call('/portals/self/links', {}, 'ada');
  const { sessions } = await call('/community/users/someone/sessions', {}, 'someone');
  const application = { type: 'Application', title: 'Application' };
  const { id: itemId } = await call('/content/users/grace/addItem', application, 'grace');
  const registered = { itemId, appType: 'browser', redirect_uris: '["https://city.example/"]' };
  const app = await call('/oauth2/registerApp', registered, 'grace');
  const shared = await own(rig, 'shared-maps', tokens.owner, {
    title: 'Shared',
    access: 'public',
    webMap: { version: '2.31', operationalLayers: [], baseMap: { baseMapLayers: [], title: 'B' } },
  });
  const { headers } = await fetch(`${rig.url}/api/city/config`);
  return {
    tokens,
    tag: headers.get('etag') ?? '',
    url: rig.url,
    own: { group: 'team', item: other },
    jobs: service.jobs,
    work,
    app: app['client_id'],
    places: {
      portal: 'self',
      user: 'grace',
      otherUser: 'someone',
      item,
      group,
      folder,
      invitation: invited['userInvitations'][0].id,
      ...notes,
      session: sessions[0].id,
      link: links[0].id,
      ...rows,
      app: 'mapping-city',
      service: 'City',
      sid: shared['sid'],
      integration,
      revision: String(revision),
      upload: service.upload,
      image: service.image,
    },
  };
}

async function saveConfiguration({ portal: { context } }: ContentRig, vault: Vault): Promise<number> {
  const { database } = context;
  const adminGroupId = await createGroup(context, { title: 'Admins', owner: 'ada', access: 'private' });
  const synced = { viewer: 'synced' as const, termsAccepted: true };
  const integrations = [
    { id: integration, type: 'streetview' as const, title: 'Street', config: synced },
    { id: work, type: 'cityworks' as const, title: 'Work', config: { server: demoCityworks.path } },
  ];
  const portal = { url: '/portal', appId: 'mapping-city', adminGroupId };
  const sharing = { anonymous: true };
  const config = { title: 'City', portal, sharing, integrations };
  const revision = await saveConfig(database, 'city', config, 'ada');
  await loadCredentials(database, vault, 'city', config, Date.now());
  for (const known of appConfigSchema.parse(config).integrations.filter(({ id }) => id === integration)) {
    const given = { organisation: 'city', integration: known, changes: { apiKey: 'key' }, author: 'ada' };
    await inTransaction(database, (transaction) =>
      changeCredentials(transaction, vault, { ...given, now: Date.now() }),
    );
  }
  const logo = { content_type: 'image/png', bytes: png };
  await database
    .insertInto('organisation_logo')
    .values({ organisation: 'city', ...logo })
    .onConflict((conflict) => conflict.column('organisation').doUpdateSet(logo))
    .execute();
  return revision;
}

/** The service `City`, of which earlier requests may have deleted anything, with an upload, a picture, an attachment and jobs. */
async function loadService(rig: ContentRig, token: string) {
  const { database } = rig.portal.context;
  await deleteService(database, 'City').catch((error: unknown) => {
    // Its views show its features.
    if (!(error instanceof MappingError)) throw error;
  });
  await loadCity(database);
  const ask = async (path: string, given: Record<string, string> | FormData) => {
    const body = given instanceof FormData ? given : new URLSearchParams(given);
    body.set('f', 'json');
    body.set('token', token);
    const response = await fetch(`${rig.url}/server/rest/${path}`, { method: 'POST', body });
    return expectMade(path, (await response.json()) as Record<string, any>);
  };
  const layer = 'services/City/FeatureServer/2';
  const imageData = png.toString('base64');
  const symbol = { type: 'esriPMS', contentType: 'image/png', imageData, width: 12, height: 12 };
  const drawingInfo = { renderer: { type: 'simple', symbol } };
  const change = (path: string, definition: object) =>
    ask(`admin/services/City/FeatureServer${path}/updateDefinition`, {
      updateDefinition: JSON.stringify(definition),
    });
  await change('/2', { drawingInfo });
  // Offline copies need the history of every layer.
  for (const id of [0, 1, 2, 3]) await change(`/${id}`, { isDataArchived: true });
  await change('', { capabilities: 'Create,Delete,Query,Update,Editing,Sync' });
  const image = (await ask(layer, {}))['drawingInfo'].renderer.symbol.url as string;
  const file = new FormData();
  file.set('attachment', new Blob(['a'], { type: 'text/plain' }), 'a.txt');
  await ask(`${layer}/1/addAttachment`, file);
  const { item } = await ask('services/City/FeatureServer/uploads/register', { itemName: 'a.csv' });
  const replica = await ask('services/City/FeatureServer/createReplica', {
    layers: '2',
    syncModel: 'perLayer',
    async: 'true',
  });
  const append = await ask(`${layer}/append`, {
    edits: JSON.stringify({ features: [{ attributes: { name: 'Added', code: 1 } }] }),
  });
  const jobs = { service: String(replica['statusUrl']).split('/').at(-1) ?? '', append: append['jobId'] };
  return { upload: item.itemID as string, image, jobs };
}

/** Calls our own API. */
async function own(
  { url }: ContentRig,
  path: string,
  token: string,
  body: object,
): Promise<Record<string, any>> {
  const response = await fetch(`${url}/api/city/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  return response.json() as Promise<Record<string, any>>;
}

/** @throws Error with the server's message */
function expectMade(path: string, answer: Record<string, any>): Record<string, any> {
  if (answer['error']) throw new Error(`${path}: ${JSON.stringify(answer['error'])}`);
  return answer;
}
