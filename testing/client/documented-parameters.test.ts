import { beforeAll, describe, expect, test } from 'vitest';
import { maxNotifications } from '../../server/portal/community/notifications/notification-store.ts';
import { png } from '../rig/content-rig.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/**
 * Parameters that Esri documents, by operation. Each is kept (and returned by a later request), refused with a message that names
 * it, or harmless: ignoring it changes no result.
 */
const rig = useContentRig();
let item: string;
let group: string;
let service: string;

beforeAll(async () => {
  item = await rig.addMap();
  const made = await rig.call('/community/createGroup', { title: 'Parks', access: 'org' });
  group = made.group.id;
  const field = { name: 'name', type: 'esriFieldTypeString', length: 50 };
  const created = await rig.call('/content/users/grace/createService', {
    createParameters: JSON.stringify({
      name: 'Parks',
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [{ name: 'Parks', geometryType: 'esriGeometryPoint', hasAttachments: true, fields: [field] }],
    }),
  });
  service = created.serviceurl;
});

const picture = `data:image/png;base64,${png.toString('base64')}`;

/** A value of each parameter. `kept`: the key of the response, which is the parameter's name unless it differs. */
interface Documented {
  kept?: Record<string, string | [sent: string, key: string]>;
  refused: Record<string, string>;
  harmless?: Record<string, string>;
}

const items: Documented = {
  kept: {
    title: 'Trees',
    snippet: 'All trees',
    description: '<p>Trees</p>',
    documentation: '<p>How they were counted</p>',
    accessInformation: 'City',
    licenseInfo: 'CC0',
    culture: 'kk',
    tags: 'a,b',
    typeKeywords: 'x,y',
    categories: '/Categories/Water',
    url: 'https://city.example/trees',
    properties: '{"a":1}',
    extent: '71,51,72,52',
    spatialReference: '4326',
  },
  refused: {
    dataUrl: 'https://city.example/x.csv',
    thumbnailurl: 'https://city.example/x.png',
    overwrite: 'true',
    appProxies: '[{"sourceUrl":"https://a"}]',
    screenshots: '["a.png"]',
    largeThumbnail: 'large.png',
    serviceUsername: 'city',
    servicePassword: 'secret',
    apiToken1ExpirationDate: '1893456000000',
    thumbnail: 'https://city.example/x.png',
    metadata: 'not XML',
    type: 'Nonsense',
  },
  harmless: {
    async: 'true',
    appProxies: 'null',
    screenshots: '[]',
    overwrite: 'false',
    size: '5',
    apiToken1ExpirationDate: '-1',
    thumbnail: 'thumbnail/ago_downloaded.png',
  },
};

const groups: Documented = {
  kept: {
    title: 'Water',
    snippet: 'Pipes',
    description: 'All pipes',
    tags: 'a,b',
    access: 'private',
    sortField: 'title',
    sortOrder: 'asc',
    isViewOnly: 'true',
    isInvitationOnly: 'false',
  },
  refused: {
    capabilities: 'updateitemcontrol',
    membershipAccess: 'collaboration',
    leavingDisallowed: 'true',
    hiddenMembers: 'true',
    autoJoin: 'true',
    isOpenData: 'true',
    notificationsEnabled: 'true',
    displaySettings: '{"itemTypes":"web map"}',
    phone: '+7 700',
    typeKeywords: 'x',
    properties: '{"a":1}',
    provider: 'enterprise',
    providerGroupName: 'water',
    isReadOnly: 'true',
    thumbnail: 'https://city.example/x.png',
  },
  harmless: {
    capabilities: '',
    membershipAccess: 'org',
    autoJoin: 'false',
    displaySettings: '{"itemTypes": ""}',
    properties: 'null',
    protected: 'false',
    isReadOnly: 'false',
  },
};

const users: Documented = {
  kept: {
    fullName: 'Grace H',
    firstName: 'Gracia',
    lastName: 'Ho',
    description: 'Maps',
    tags: 'a,b',
    access: 'org',
    culture: 'kk',
    region: 'KZ',
    units: 'metric',
  },
  refused: {
    preferredView: 'GIS',
    cultureFormat: 'us',
    mfaEnabled: 'true',
    securityQuestionIdx: '3',
    securityAnswer: 'blue',
    password: 'x'.repeat(12),
    newPassword: 'x'.repeat(12),
    idpUsername: 'grace@city',
    role: 'org_admin',
    userType: 'both',
    thumbnail: 'https://city.example/x.png',
  },
  harmless: {
    preferredView: 'Web',
    mfaEnabled: 'false',
    role: 'org_publisher',
    userType: 'arcgisonly',
    clearEmptyFields: 'true',
  },
};

/** What a client reads back: texts as they are, lists with commas, objects as JSON. */
function shown(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(',');
  if (Array.isArray(value)) return value.flat().join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const operations = [
  {
    name: 'addItem',
    documented: {
      ...items,
      refused: {
        ...items.refused,
        relationshipType: 'Map2Service',
        originItemId: 'a'.repeat(32),
        destinationItemId: 'a'.repeat(32),
      },
    },
    send: (given: Record<string, string>) =>
      rig.call('/content/users/grace/addItem', { title: 'T', type: 'Web Map', ...given }),
    read: (answer: any) => rig.call(`/content/items/${answer.id}`),
  },
  {
    name: 'updateItem',
    documented: items,
    send: (given: Record<string, string>) => rig.call(`/content/users/grace/items/${item}/update`, given),
    read: () => rig.call(`/content/items/${item}`),
  },
  {
    name: 'createGroup',
    documented: { ...groups, kept: { ...groups.kept, protected: 'true' } },
    send: (given: Record<string, string>) => rig.call('/community/createGroup', { title: 'G', ...given }),
    read: (answer: any) => rig.call(`/community/groups/${answer.group.id}`),
  },
  {
    name: 'updateGroup',
    documented: { ...groups, refused: { ...groups.refused, protected: 'true' } },
    send: (given: Record<string, string>) => rig.call(`/community/groups/${group}/update`, given),
    read: () => rig.call(`/community/groups/${group}`),
  },
  {
    name: 'updateUser',
    documented: users,
    send: (given: Record<string, string>) => rig.call('/community/users/grace/update', given),
    read: () => rig.call('/community/users/grace'),
  },
];

describe.each(operations)('$name', ({ documented, send, read }) => {
  test('keeps a thumbnail sent as text', async () => {
    const { thumbnail } = await read(await send({ thumbnail: picture }));
    expect(thumbnail).toMatch(/^thumbnail\/.*png$/);
  });

  test.each(Object.entries(documented.kept ?? {}))('keeps %s', async (name, given) => {
    const [sent, key] = typeof given === 'string' ? [given, name] : given;
    const answer = await send({ [name]: sent });
    expect(answer).toMatchObject({ success: true });
    expect(shown((await read(answer))[key])).toBe(sent);
  });

  test.each(Object.entries(documented.refused))('refuses %s: %s', async (name, value) => {
    const { error } = await send({ [name]: value });
    expect(error).toMatchObject({ code: 400 });
    expect(JSON.stringify(error).toLowerCase()).toContain(name.toLowerCase());
  });

  test.each(Object.entries(documented.harmless ?? {}))('takes %s: %s', async (name, value) => {
    expect(await send({ [name]: value })).toMatchObject({ success: true });
  });
});

describe('files', () => {
  async function sendFile(path: string, field: string, ...contents: string[]): Promise<any> {
    const body = new FormData();
    const values = { f: 'json', title: 'T', type: 'Web Map', token: rig.grace.token };
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    for (const content of contents) body.append(field, new Blob([content]), 'file.xml');
    return (await fetch(rig.portal.root + path, { method: 'POST', body })).json();
  }

  test('metadata of addItem are kept, as those of update', async () => {
    const xml = '<?xml version="1.0"?><metadata><idinfo/></metadata>';
    const { id } = await sendFile('/content/users/grace/addItem', 'metadata', xml);
    const address = `${rig.portal.root}/content/items/${id}/info/metadata/metadata.xml`;
    const read = async () => (await fetch(`${address}?token=${rig.grace.token}`)).text();
    expect(await read()).toBe(xml);
    const other = xml.replace('idinfo', 'dataqual');
    await rig.call(`/content/users/grace/items/${id}/update`, { metadata: other });
    expect(await read()).toBe(other);
  });

  const xml = '<metadata/>';
  test.each<[string, () => Promise<string>]>([
    [
      'copy',
      async () => {
        const address = `/content/users/grace/items/${item}/copy`;
        return (await rig.call(address, { thumbnail: picture, metadata: xml })).itemId;
      },
    ],
    [
      'createService',
      async () => {
        const given = { createParameters: '{"name":"Pictured"}', thumbnail: picture, metadata: xml };
        return (await rig.call('/content/users/grace/createService', given)).itemId;
      },
    ],
    [
      'commit',
      async () => {
        const { id } = await rig.call('/content/users/grace/addItem', {
          title: 'Parts',
          type: 'CSV',
          multipart: 'true',
          filename: 'parts.csv',
        });
        await sendFile(`/content/users/grace/items/${id}/addPart?partNum=1`, 'file', 'name');
        await rig.call(`/content/users/grace/items/${id}/commit`, { thumbnail: picture, metadata: xml });
        return id;
      },
    ],
  ])('thumbnail and metadata are kept by %s', async (_name, make) => {
    const id = await make();
    expect((await rig.call(`/content/items/${id}`)).thumbnail).toMatch(/^thumbnail\/thumbnail.png$/);
    const address = `${rig.portal.root}/content/items/${id}/info/metadata/metadata.xml`;
    expect(await (await fetch(`${address}?token=${rig.grace.token}`)).text()).toBe(xml);
  });

  test.each(['/content/users/grace/addItem', 'update'])('of other kinds are refused by %s', async (path) => {
    const address = path === 'update' ? `/content/users/grace/items/${item}/update` : path;
    for (const field of ['screenshot', 'largeThumbnail']) {
      const { error } = await sendFile(address, field, picture);
      expect(error).toMatchObject({ code: 400 });
      expect(JSON.stringify(error)).toContain(field);
    }
    expect(JSON.stringify(await sendFile(address, 'file', 'one', 'two'))).toMatch(/400.*one file/);
  });
});

const layer: [operation: string, base: Record<string, string>, documented: Documented][] = [
  [
    'applyEdits',
    { adds: '[]' },
    {
      refused: {
        gdbVersion: 'sde.default',
        editsUploadId: 'a',
        datumTransformation: '1',
        usePreviousEditMoment: 'true',
        async: 'true',
      },
      harmless: {
        returnEditMoment: 'true',
        trueCurveClient: 'true',
        timeReferenceUnknownClient: 'true',
        sessionID: '{A}',
        returnEditResults: 'true',
        honorSequenceOfEdits: 'true',
      },
    },
  ],
  ...['addFeatures', 'updateFeatures', 'deleteFeatures'].map((operation): (typeof layer)[number] => [
    operation,
    { features: '[]', where: '1=0' },
    {
      refused: {
        gdbVersion: 'sde.default',
        datumTransformation: '1',
        usePreviousEditMoment: 'true',
        async: 'true',
        useUniqueIds: 'true',
      },
      harmless: { returnEditMoment: 'true', timeReferenceUnknownClient: 'true', sessionID: '{A}' },
    },
  ]),
  [
    'query',
    { where: '1=1' },
    {
      refused: {
        gdbVersion: 'sde.default',
        datumTransformation: '1',
        parameterValues: '{}',
        rangeValues: '[]',
        text: 'a',
        sqlFormat: 'native',
        returnGeometryProperties: 'true',
        returnQueryGeometry: 'true',
        uniqueIds: '["a"]',
        returnEnvelope: 'true',
        async: 'true',
        formatOf3DObjects: '3D_glb',
        timeRelation: 'esriTimeRelationAfterStartOverlapsEnd',
        lodType: 'geohash',
        collation: '{"locale":"de"}',
        applyVCSProjection: 'true',
        featureEncoding: 'esriCompressedShapeBuffer',
        aggregateIds: '1',
      },
      harmless: {
        returnTrueCurves: 'true',
        multipatchOption: 'xyFootprint',
        cacheHint: 'true',
        featureEncoding: 'esriDefault',
        timeReferenceUnknownClient: 'true',
        timeRelation: 'esriTimeRelationOverlaps',
      },
    },
  ],
  [
    'generateRenderer',
    { classificationDef: '{"type":"uniqueValueDef","uniqueValueFields":["name"]}' },
    { refused: { gdbVersion: 'sde.default', precision: '2', prefix: '$', unitLabel: 'm' } },
  ],
  [
    'calculate',
    { where: '1=0', calcExpression: '[{"field":"name","value":"a"}]' },
    {
      refused: {
        gdbVersion: 'sde.default',
        usePreviousEditMoment: 'true',
        async: 'true',
        sqlFormat: 'native',
        objectIds: '1',
        geometry: '0,0,1,1',
      },
      harmless: { returnEditMoment: 'true', sessionID: '{A}' },
    },
  ],
  [
    'queryAttachments',
    { objectIds: '1' },
    {
      refused: {
        gdbVersion: 'sde.default',
        historicMoment: '5',
        returnDistinctKeywords: 'true',
      },
      harmless: { cacheHint: 'true', returnMetadata: 'true' },
    },
  ],
  ['1/attachments', {}, { refused: { gdbVersion: 'sde.default', historicMoment: '5' } }],
  [
    'queryBins',
    { bin: '{"type":"autoIntervalBin","onField":"OBJECTID","parameters":{"numberOfBins":2}}' },
    { refused: { returnDistinctValues: 'true', sqlFormat: 'native' }, harmless: { cacheHint: 'true' } },
  ],
  ...['1/addAttachment', '1/updateAttachment', '1/deleteAttachments'].map(
    (operation): (typeof layer)[number] => [
      operation,
      { attachmentId: '1', attachmentIds: '1' },
      { refused: { gdbVersion: 'sde.default', usePreviousEditMoment: 'true', returnEditMoment: 'true' } },
    ],
  ),
  [
    'queryRelatedRecords',
    { objectIds: '1', relationshipId: '0' },
    { refused: { gdbVersion: 'sde.default', datumTransformation: '1' } },
  ],
];

describe.each(layer)('%s', (operation, base, { refused, harmless = {} }) => {
  const send = async (given: Record<string, string>): Promise<any> => {
    const body = new URLSearchParams({ f: 'json', token: rig.grace.token, ...base, ...given });
    return (await fetch(`${service}/0/${operation}`, { method: 'POST', body })).json();
  };
  test.each(Object.entries(refused))('refuses %s: %s', async (name, value) => {
    const { error } = await send({ [name]: value });
    expect(error).toMatchObject({ code: 400 });
    expect(JSON.stringify(error)).toContain(name);
  });

  test.each(Object.entries(harmless))('takes %s: %s', async (name, value) => {
    expect((await send({ [name]: value })).error).toBeUndefined();
  });
});

test.each([
  ['outputType', 'imageService'],
  ['typeKeywords', 'x'],
  ['itemIdToCreate', 'a'.repeat(32)],
])('createService refuses %s: %s', async (name, value) => {
  const { error } = await rig.call('/content/users/grace/createService', {
    createParameters: '{"name":"Other"}',
    [name]: value,
  });
  expect(JSON.stringify(error)).toContain(name);
});

test.each([
  ['filetype', 'fileGeodatabase'],
  ['text', 'name\nOak'],
  ['itemIdToCreate', 'a'.repeat(32)],
  ['outputType', 'sceneService'],
])('publish refuses %s: %s', async (name, value) => {
  const { error } = await rig.call('/content/users/grace/publish', { itemid: item, [name]: value });
  expect(error).toMatchObject({ code: 400 });
  expect(JSON.stringify(error)).toContain(name);
});

test.each<[string, object]>([
  ['maxRecordCount', { maxRecordCount: 1e9 }],
  ['qualifier', { qualifier: "'" }],
  ['dateFieldsTimeReference', { dateFieldsTimeReference: { timeZone: 'Pacific Standard Time' } }],
  ['enableEditorTracking', { editorTrackingInfo: { enableEditorTracking: true } }],
  ['coordinateFieldName', { coordinateFieldName: 'mgrs', coordinateFieldType: 'mgrs' }],
  ['coordinateFieldType', { coordinateFieldType: 'MGRS' }],
  ['locationType', { locationType: 'address' }],
  ['locationType', { locationType: 'lookup' }],
  ['addressFields', { addressFields: { Address: 'street' } }],
  ['sourceUrl', { sourceUrl: 'https://example.com/trees.csv' }],
  ['generalize', { generalize: true }],
  ['outFields', { outFields: ['name'] }],
  ['maxRecordCuont', { maxRecordCuont: 10 }],
  ['targetSR', { targetSR: { wkid: 'x' } }],
  ['capabilities', { layerInfo: { capabilities: 'Query,Sync' } }],
  ['drawingInfo', { layerInfo: { drawingInfo: {} } }],
  ['layerInfo.fields.0.nullable', { layerInfo: { fields: [{ name: 'code', nullable: false }] } }],
  ['layerInfo.fields.0.domain', { layerInfo: { fields: [{ name: 'code', domain: { type: 'range' } }] } }],
])('publishParameters refuse %s', async (name, publishParameters) => {
  const { error } = await rig.call('/content/users/grace/publish', {
    itemid: item,
    publishParameters: JSON.stringify(publishParameters),
  });
  expect(error).toMatchObject({ code: 400 });
  expect(JSON.stringify(error)).toContain(name);
});

test('publishParameters take what the analyze of ArcGIS proposes', async () => {
  const publishParameters = {
    type: 'csv',
    name: 'Trees',
    sourceUrl: '',
    locationType: 'coordinates',
    latitudeFieldName: 'lat',
    longitudeFieldName: 'lon',
    coordinateFieldType: 'LatitudeAndLongitude',
    coordinateFieldName: '',
    columnDelimiter: ',',
    qualifier: '"',
    targetSR: { wkid: 102100, latestWkid: 3857 },
    sourceCountry: 'ca',
    sourceCountryHint: '',
    sourceLocale: 'en',
    addressFields: { Address: 'name' },
    standardizedFieldNames: { Address: 'name' },
    candidateFieldsType: 'AllFields',
    persistErrorRecordsForReview: true,
    hasStaticData: true,
    fieldTypesVersion: 'V2',
    dateFieldsTimeReference: { timeZone: 'UTC' },
    editorTrackingInfo: {
      enableEditorTracking: false,
      preserveEditUsersAndTimestamps: true,
      allowOthersToQuery: true,
    },
  };
  const { error, featureCollection } = await rig.call('/content/features/generate', {
    text: 'name,lat,lon\nOak,51.5,71.2',
    filetype: 'csv',
    publishParameters: JSON.stringify(publishParameters),
  });
  expect(error).toBeUndefined();
  expect(featureCollection.layers).toHaveLength(1);
});

test.each([
  ['provider', 'enterprise'],
  ['idpUsername', 'CITY\\nina'],
  ['description', 'New here'],
  ['tags', 'new'],
  ['access', 'public'],
  ['culture', 'kk'],
  ['preferredView', 'GIS'],
  ['userType', 'viewer'],
  ['level', '3'],
  ['userLicenseTypeId', 'viewerUT'],
])('addUser refuses %s: %s', async (name, value) => {
  const given = { username: 'nina', password: 'a long password 1', fullName: 'Nina', [name]: value };
  const { error } = await rig.call('/portals/self/addUser', given, 'ada');
  expect(error).toMatchObject({ code: 400 });
  expect(JSON.stringify(error)).toContain(name);
});

test('an invitation refuses what an account does not have, and takes what it has anyway', async () => {
  const invite = async (member: object) => {
    const invitations = [{ username: 'nina', password: 'a long password 1', fullName: 'Nina', ...member }];
    return rig.call('/portals/self/invite', { invitationList: JSON.stringify({ invitations }) }, 'ada');
  };
  const licensed = { userLicenseType: 'GISProfessionalAdvUT', targetUserProvider: 'enterprise' };
  const { error } = await invite({ tags: ['new'], level: 3, ...licensed });
  expect(error).toMatchObject({ code: 400 });
  expect(JSON.stringify(error)).toMatch(/targetUserProvider.*tags.*level.*userLicenseType/);
  const usual = { userType: 'arcgisonly', level: 2, tags: [], access: 'org', userLicenseType: 'creatorUT' };
  expect(await invite(usual)).toMatchObject({ success: true, notInvited: [] });
});

test.each(['newPassword', 'newSecurityQuestionIdx', 'newSecurityAnswer'])(
  'the password of another user is reset without %s',
  async (name) => {
    const { error } = await rig.call('/community/users/otto/reset', { [name]: 'a long password 1' }, 'ada');
    expect(error).toMatchObject({ code: 400 });
    expect(JSON.stringify(error)).toContain(name);
  },
);

test('removeUsers refuses a list of administrators', async () => {
  const { error } = await rig.call(`/community/groups/${group}/removeUsers`, { admins: 'otto' });
  expect(JSON.stringify(error)).toContain('admins');
});

test.each(['apiToken', 'regenerateApiToken'])(
  'oauth2/token refuses %s, for there are no API keys',
  async (name) => {
    const { error } = await rig.call('/oauth2/token', { [name]: 'true', grant_type: 'client_credentials' });
    expect(error).toMatchObject({ code: 400 });
    expect(JSON.stringify(error)).toContain(name);
  },
);

test('an item is moved to the folder that is named, or to the root', async () => {
  const address = `/content/users/grace/items/${item}/move`;
  expect(JSON.stringify(await rig.call(address, { folderName: 'Plans' }))).toMatch(/400.*folder/);
  expect(await rig.call(address, { folder: '/' })).toMatchObject({ success: true });
  expect(await rig.call(address, { folder: '' })).toMatchObject({ success: true });
});

test.each(['q', 'filter', 'types'])('the content of a user refuses %s, which a search has', async (name) => {
  const { error } = await rig.call('/content/users/grace', { [name]: 'type:"Web Map"' });
  expect(error).toMatchObject({ code: 400 });
  expect(JSON.stringify(error)).toContain(name);
});

test('notifications are listed by type and page', async () => {
  for (const subject of ['First', 'Second', 'Third'])
    await rig.call(
      '/portals/self/createNotification',
      { subject, message: 'Read this.', users: 'otto' },
      'ada',
    );
  const list = async (given: Record<string, string>) => {
    // Without those of sign-ins.
    const asked = { types: 'message', ...given };
    const { notifications, ...page } = await rig.call('/community/users/Otto/notifications', asked, 'Otto');
    return { ...page, subjects: notifications.map(({ data }: any) => data.subject) };
  };
  const all = {
    total: 3,
    start: 1,
    num: maxNotifications,
    nextStart: -1,
    subjects: ['Third', 'Second', 'First'],
  };
  expect(await list({})).toEqual(all);
  expect(await list({ types: 'user_invite' })).toMatchObject({ total: 0, subjects: [] });
  expect(await list({ start: '2', num: '1' })).toMatchObject({
    total: 3,
    nextStart: 3,
    subjects: ['Second'],
  });
});
