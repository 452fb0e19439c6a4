import { saveConfig } from '../../../server/application/organisations/organisation-store.ts';
import { createGroup } from '../../../server/portal/community/create-group.ts';
import { createUser, type UserInput } from '../../../server/portal/community/create-user.ts';
import { registerApp } from '../../../server/portal/identity/register-app.ts';
import { ensureOrganisation } from '../../../server/portal/organisation/portal-organisation-store.ts';
import { createHostedLayer } from '../../../server/gis/storage/create-hosted-layer.ts';
import { png } from '../content-rig.ts';
import { createPortalClient, password } from '../portal-client.ts';
import { addNotes } from './notes.ts';
import { addRows } from './rows.ts';
import type { TestServer } from '../start-server.ts';

/**
 * Part of all private content of the city and of no address, so that a response that contains it reveals
 * something.
 */
export const marker = 'qzwallqz';

/** Ids, names and usernames for addresses and parameters. */
export interface Places {
  portal: string;
  user: string;
  otherUser: string;
  item: string;
  group: string;
  folder: string;
  invitation: string;
  notification: string;
  comment: string;
  role: string;
  session: string;
  link: string;
  job: string;
  app: string;
  service: string;
  sid: string;
  integration: string;
  revision: string;
  hash: string;
  passkey: string;
  replica: string;
  upload: string;
  image: string;
  mapComment: string;
  code: string;
}

export interface TwoOrganisations {
  /** Tokens of the callers: of the harbour, and of the city for its own content. */
  tokens: Record<'olga' | 'hal' | 'ada' | 'grace' | 'pia', string>;
  /** Items of the city by sharing: `private`, `org`, and with a group. */
  things: Record<'private' | 'org' | 'group', Places>;
  /** Unused ids of the same form. */
  nothing: Places;
  open: { item: string; group: string; user: string; service: string };
  /** A group and an item of olga's. */
  own: { group: string; item: string };
  /** Another session of a user. */
  signIn(username: keyof TwoOrganisations['tokens']): Promise<string>;
  /** An operation at an address such as `/portal/city`. */
  call(
    path: string,
    parameters: Record<string, string>,
    as: keyof TwoOrganisations['tokens'],
  ): Promise<Record<string, any>>;
}

const picture = {
  type: 'esriPMS',
  contentType: 'image/png',
  imageData: png.toString('base64'),
  width: 12,
  height: 12,
};

const home = { ada: 'city', grace: 'city', pia: 'city', olga: 'harbour', hal: 'harbour' } as const;

/**
 * Two portal organisations on one server: in `city` ada is an administrator and grace publishes, in `harbour`
 * olga is an administrator and hal is a member. The city has one of everything users and administrators can
 * create, private, for the organisation, and shared with a group; and a public item, group, user and service.
 */
export async function createTwoOrganisations(server: TestServer): Promise<TwoOrganisations> {
  const { context } = await createPortalClient(server);
  const { database } = server;
  const tokens = {} as TwoOrganisations['tokens'];
  const withinOrganisation = async (name: string, title: string) => {
    const id = await ensureOrganisation(database, {
      urlKey: name,
      settings: { name: title },
      now: Date.now(),
    });
    return { ...context, portal: { ...context.portal, id, urlKey: name } };
  };
  const [city, harbour] = [
    await withinOrganisation('city', 'The city'),
    await withinOrganisation('harbour', 'The harbour'),
  ];
  const add = (where: typeof city, username: string, more: Partial<UserInput>) =>
    createUser(where, { username, password, fullName: username, role: 'org_user', ...more });
  const hidden = { email: `${marker}@example.org`, description: `About ${marker}`, tags: [marker] };
  await add(city, 'ada', { role: 'org_admin', fullName: `Ada ${marker}`, ...hidden });
  await add(city, 'grace', { role: 'org_publisher', fullName: `Grace ${marker}`, ...hidden });
  await add(city, 'secretive', { access: 'private', fullName: `Secretive ${marker}`, ...hidden });
  await add(city, `inside-${marker}`, hidden);
  await add(city, 'pia', {
    role: 'org_publisher',
    access: 'public',
    email: hidden.email,
    fullName: 'Pia Public',
  });
  await add(harbour, 'olga', { role: 'org_admin' });
  await add(harbour, 'hal', {});

  const call: TwoOrganisations['call'] = async (path, parameters, as) => {
    const response = await fetch(`${server.url}/portal/${home[as]}/sharing/rest${path}`, {
      method: 'POST',
      body: new URLSearchParams({ f: 'json', token: tokens[as] ?? '', ...parameters }),
    });
    const answer = (await response.json()) as Record<string, any>;
    if (answer['error']) throw new Error(`${path}: ${JSON.stringify(answer['error'])}`);
    return answer;
  };
  const signIn = async (username: keyof typeof home) =>
    (await call('/generateToken', { username, password }, username))['token'] as string;
  for (const username of ['ada', 'grace', 'pia', 'olga', 'hal'] as const)
    tokens[username] = await signIn(username);

  const adminGroups: Record<string, string> = {};
  for (const [name, within, admin] of [
    ['city', city, 'ada'],
    ['harbour', harbour, 'olga'],
  ] as const) {
    const group = { title: `Administrators ${marker}`, owner: admin, access: 'private' } as const;
    adminGroups[name] = await createGroup(within, name === 'city' ? group : { ...group, title: 'Crew' });
    await registerApp(within, {
      clientId: `mapping-${name}`,
      orgId: within.portal.id,
      title: 'Mapping',
      redirectUris: [`${server.url}/${name}/signed-in`],
    });
    const portal = { url: `/portal/${name}`, appId: `mapping-${name}`, adminGroupId: adminGroups[name] };
    const integrations = [
      { id: `${name}-street`, type: 'streetview' as const, title: 'Street' },
      {
        id: `${name}-work`,
        type: 'cityworks' as const,
        title: 'Work',
        config: { server: 'https://cw.example.org/Cityworks' },
      },
    ];
    const contact = name === 'city' ? marker : '';
    // Earlier revisions contain removed settings; the third of the city has a number that the harbour has not.
    for (let made = 0; made < (name === 'city' ? 3 : 1); made += 1)
      await saveConfig(database, name, { title: `Once ${contact}`, portal, integrations }, 'ada');
    await saveConfig(database, name, { title: name, portal, integrations }, admin);
  }

  const addMap = async (title: string, owner: 'grace' | 'pia' | 'olga') => {
    const open = owner !== 'grace';
    const tags = open ? 'open' : `${marker},hidden`;
    const text = JSON.stringify({ baseMap: {}, operationalLayers: [], ...(!open && { note: marker }) });
    const fields = { type: 'Web Map', title, text, tags, snippet: title, description: title };
    const { id } = await call(`/content/users/${owner}/addItem`, fields, owner);
    const address = `/content/users/${owner}/items/${id}`;
    const data = `data:image/png;base64,${png.toString('base64')}`;
    await call(`${address}/updateThumbnail`, { data, filename: 't.png' }, owner);
    await call(`${address}/addResources`, { text: open ? 'open' : marker, fileName: 't.png' }, owner);
    return id as string;
  };
  const share = (id: string, level: 'org' | 'public' | 'private', groups = '') => {
    const levels = { everyone: String(level === 'public'), org: String(level !== 'private') };
    return call(
      `/content/items/${id}/share`,
      { ...levels, ...(groups && { groups }) },
      level === 'public' ? 'pia' : 'grace',
    );
  };
  const addGroup = async (title: string, access: string, as: 'grace' | 'pia' | 'olga') => {
    const hiddenWords: Record<string, string> =
      as !== 'grace' ? {} : { description: marker, tags: marker, snippet: marker };
    return (await call('/community/createGroup', { title, access, ...hiddenWords }, as))['group']
      .id as string;
  };
  const privateGroup = await addGroup(`Private ${marker}`, 'private', 'grace');
  const orgGroup = await addGroup(`Everybody here ${marker}`, 'org', 'grace');
  const openGroup = await addGroup('Open group', 'public', 'pia');
  const categorySchema = [{ title: 'Categories', categories: [{ title: marker }] }];
  for (const id of [privateGroup, orgGroup])
    await call(
      `/community/groups/${id}/assignCategorySchema`,
      { categorySchema: JSON.stringify(categorySchema) },
      'grace',
    );
  await call(`/community/groups/${openGroup}/addUsers`, { users: `inside-${marker},secretive,grace` }, 'ada');

  const folder = (await call('/content/users/grace/createFolder', { title: `Drawer ${marker}` }, 'grace'))[
    'folder'
  ].id;
  const privateItem = await addMap(`Parks ${marker}`, 'grace');
  const orgItem = await addMap(`Streets ${marker}`, 'grace');
  const groupItem = await addMap(`Pipes ${marker}`, 'grace');
  const openItem = await addMap('Open parks', 'pia');
  await share(orgItem, 'org', openGroup);
  await share(groupItem, 'private', `${privateGroup},${openGroup}`);
  await call(`/community/groups/${privateGroup}/addUsers`, { users: 'pia' }, 'grace');
  await share(openItem, 'public', `${openGroup},${privateGroup}`);
  await call(`/content/users/grace/items/${privateItem}/move`, { folder }, 'grace');
  await call(`/content/items/${orgItem}/addRating`, { rating: '4' }, 'ada');
  for (const [originItemId, destinationItemId] of [
    [openItem, orgItem],
    [orgItem, openItem],
  ] as const)
    await call(
      '/content/users/ada/addRelationship',
      { originItemId, destinationItemId, relationshipType: 'Map2Service' },
      'ada',
    );
  const { favGroupId } = await call('/community/self', {}, 'grace');
  await call(`/content/items/${privateItem}/share`, { groups: favGroupId }, 'grace');
  // The administrator's part in it adds log entries with titles.
  await call(`/content/users/grace/items/${orgItem}/update`, { snippet: `Seen by ada ${marker}` }, 'ada');

  await call(`/community/groups/${privateGroup}/invite`, { users: 'ada,secretive' }, 'grace');
  const { id: invitation } = await database
    .selectFrom('portal_invitation')
    .select('id')
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow();
  const notes = await addNotes(call, { marker, group: privateGroup, item: privateItem });
  const invitations = [{ email: hidden.email, groups: [adminGroups['city']] }];
  await call('/portals/self/invite', { invitationList: JSON.stringify({ invitations }) }, 'ada');
  const { links } = await call('/portals/self/links', {}, 'ada');
  const { sessions } = await call('/community/users/grace/sessions', {}, 'grace');

  const addService = async (serviceName: string, item: string, orgId: string, words: string) => {
    const owner = words === marker ? 'grace' : 'pia';
    const { id } = await call(
      `/content/users/${owner}/addItem`,
      {
        type: 'Feature Service',
        title: `${serviceName} ${words}`,
        url: `${server.url}/server/city/rest/services/${serviceName}/FeatureServer`,
      },
      owner,
    );
    await createHostedLayer(
      { database },
      {
        orgId,
        serviceName,
        itemId: item || id,
        description: words,
        copyright: words,
        capabilities: 'Create,Delete,Query,Update,Editing',
        creator: `inside-${words}`,
        layers: [
          {
            name: `Trees ${words}`,
            geometryType: 'esriGeometryPoint',
            hasAttachments: true,
            editorTracking: true,
            fields: [{ name: 'name', alias: words, type: 'esriFieldTypeString', length: 60 }],
            drawingInfo: { renderer: { type: 'simple', symbol: picture } },
            features: [{ properties: { name: words }, geometry: { type: 'Point', coordinates: [71, 51] } }],
          },
        ],
      },
    );
    const body = new FormData();
    body.set('f', 'json');
    body.set('token', tokens[owner]);
    body.set('attachment', new Blob([words], { type: 'text/plain' }), `${words}.txt`);
    const address = `${server.url}/server/city/rest/services/${serviceName}/FeatureServer/0/1/addAttachment`;
    if (!item) await fetch(address, { method: 'POST', body });
    return id as string;
  };
  const ofService = async (path: string, send: Record<string, string>): Promise<any> => {
    const body = new URLSearchParams({ f: 'json', token: tokens.grace, ...send });
    const address = `${server.url}/server/city/rest/services/HiddenTrees/FeatureServer/${path}`;
    return (await fetch(address, { method: 'POST', body })).json();
  };
  const services = { private: 'HiddenTrees', org: 'CityTrees', group: 'CrewTrees' };
  const serviceItems: Record<string, string> = {};
  for (const [level, name] of Object.entries(services))
    serviceItems[level] = await addService(name, '', city.portal.id, marker);
  await share(serviceItems['org'] ?? '', 'org');
  await share(serviceItems['group'] ?? '', 'private', privateGroup);
  await share(await addService('OpenTrees', '', city.portal.id, 'open'), 'public');
  const { item: registered } = await ofService('uploads/register', { itemName: `${marker}.csv` });
  const upload = registered.itemID as string;
  const image = (await ofService('0', {})).drawingInfo.renderer.symbol.url as string;
  // One from before organisations had addresses, and one whose name the harbour uses as well.
  await database
    .updateTable('hosted_service')
    .set({ at_root: true })
    .where('name', '=', 'HiddenTrees')
    .execute();

  const ownItem = await addMap('Quay', 'olga');
  const ownGroup = await addGroup('Pilots', 'private', 'olga');
  await addService('CrewTrees', ownItem, harbour.portal.id, 'quay');

  const made = (await (
    await fetch(`${server.url}/api/city/shared-maps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.grace}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: `Shared ${marker}`,
        access: 'members',
        webMap: { version: '2.31', operationalLayers: [], baseMap: { baseMapLayers: [], title: marker } },
      }),
    })
  ).json()) as { sid: string };
  await fetch(`${server.url}/api/city/integrations/city-street/credentials`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${tokens.ada}`, 'content-type': 'application/json' },
    body: JSON.stringify({ values: { apiKey: marker } }),
  });

  const rows = await addRows(database, {
    marker,
    maps: [privateItem, orgItem, groupItem],
    service: services.private,
  });

  const common = {
    portal: city.portal.id,
    user: 'grace',
    otherUser: 'secretive',
    folder,
    invitation,
    ...notes,
    session: sessions[0].id,
    link: links[0].id,
    ...rows,
    app: 'mapping-city',
    sid: made.sid,
    integration: 'city-street',
    revision: '3',
    upload,
    image,
  };
  return {
    tokens,
    things: {
      private: { ...common, item: privateItem, group: privateGroup, service: services.private },
      org: { ...common, item: orgItem, group: orgGroup, service: services.org },
      group: {
        ...common,
        user: 'secretive',
        otherUser: 'grace',
        item: groupItem,
        group: adminGroups['city'] ?? '',
        service: services.group,
      },
    },
    nothing: {
      portal: 'f00dfeedf00dfeed',
      user: 'nobody',
      otherUser: 'neither',
      item: 'f'.repeat(31) + '1',
      group: 'f'.repeat(31) + '2',
      folder: 'f'.repeat(31) + '3',
      invitation: 'f'.repeat(31) + '4',
      notification: 'f'.repeat(31) + '9',
      comment: 'f'.repeat(31) + 'a',
      role: 'f'.repeat(31) + 'b',
      session: 'f'.repeat(31) + '5',
      link: 'f'.repeat(63) + '6',
      job: 'f'.repeat(31) + '7',
      app: 'mapping-none',
      service: 'NoTrees',
      sid: made.sid.split('').toReversed().join(''),
      integration: 'none',
      revision: '77',
      hash: 'f'.repeat(31) + '8',
      passkey: 'f'.repeat(42) + '9',
      replica: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
      upload: 'iffffffff-ffff-4fff-8fff-ffffffffffff',
      image: 'f'.repeat(31) + 'c',
      mapComment: 'ffffffff-ffff-4fff-8fff-fffffffffffd',
      code: 'NoMap222',
    },
    open: { item: openItem, group: openGroup, user: 'pia', service: 'OpenTrees' },
    own: { group: ownGroup, item: ownItem },
    signIn,
    call,
  };
}
