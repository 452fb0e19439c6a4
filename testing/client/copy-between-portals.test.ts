import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyItems } from '../../web/portal/copy/copy-items.ts';
import type { Party } from '../../web/portal/copy/report.ts';
import { planCopies, type SourceItem } from '../../web/portal/copy/plan.ts';
import { readSources } from '../../web/portal/copy/read-sources.ts';
import { loadUser } from '../../web/portal/load-portal.ts';
import { portalRequest } from '../../web/portal/portal-request.ts';
import type { Portal } from '../../web/portal/portal-types.ts';
import { serviceRequest } from '../../web/portal/service-request.ts';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import {
  enterpriseOrganisation,
  enterprisePortal,
  startArcgisEnterprise,
} from '../fakes/arcgis-enterprise/start.ts';
import { startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { type ContentRig, createContentRig, png } from '../rig/content-rig.ts';

let rig: ContentRig;
let standIn: PortalStandIn;
let embedded: Party;
let other: Party;

const portals = [
  {
    name: 'ArcGIS Online',
    start: startArcgisOnline,
    orgId: 'harbourOrg000001',
    address: 'https://harbour.maps.arcgis.com',
  },
  {
    name: 'ArcGIS Enterprise',
    start: startArcgisEnterprise,
    orgId: enterpriseOrganisation,
    address: enterprisePortal,
  },
];

beforeAll(async () => {
  rig = await createContentRig();
  embedded = await party(`${rig.url}/portal`, rig.grace.token);
});
afterAll(() => rig.stop());

/** Starts the other portal before the tests of a group, and ends it after them. */
function withPortal({ start, orgId, address }: (typeof portals)[number]): void {
  beforeAll(async () => {
    standIn = await start();
    Object.assign(process.env, standIn.environment);
    await import('../fakes/arcgis/redirect-tls.ts');
    standIn.content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
    standIn.content.addPerson({ username: 'piet_harbour', fullName: 'Piet Bos', orgId });
    standIn.content.addGroup({ id: 'b'.repeat(32), title: 'team', owner: 'piet_harbour', orgId });
    const { token } = standIn.tokens.issue('piet_harbour', 60);
    other = await party(address, token);
  });
  afterAll(() => standIn.stop());
}

async function party(url: string, token: string): Promise<Party> {
  const endpoint = {
    url,
    restUrl: `${url}/sharing/rest`,
    session: { token: async () => token, renew: async () => '' },
  };
  const portal = await portalRequest<Portal>(endpoint, 'portals/self');
  return { ...endpoint, portal, user: await loadUser(endpoint) };
}

/** A layer of trees with a table of visits, attachments and values of every kind, and a map of it. */
async function addSources(): Promise<{ service: string; map: string }> {
  const fields = [
    { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
    { name: 'name', type: 'esriFieldTypeString', alias: 'Name', length: 100 },
    { name: 'height', type: 'esriFieldTypeDouble', alias: 'Height' },
    { name: 'planted', type: 'esriFieldTypeDate', alias: 'Planted' },
  ];
  const layers = [
    {
      id: 0,
      name: 'Trees',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPoint',
      hasAttachments: true,
      fields,
    },
    { id: 1, name: 'Visits', type: 'Table', fields },
  ];
  const name = `Trees_${crypto.randomUUID().slice(0, 8)}`;
  const made = await portalRequest<{ serviceurl: string; itemId: string }>(
    embedded,
    'content/users/grace/createService',
    {
      body: {
        createParameters: JSON.stringify({ name, capabilities: 'Create,Update,Editing,Query', layers }),
        outputType: 'featureService',
      },
    },
  );
  const url = made.serviceurl;
  const features = Array.from({ length: 5 }, (_none, index) => ({
    geometry: { x: 71.4 + index / 1000, y: 51.1, spatialReference: { wkid: 4326 } },
    attributes: {
      name: `Tree “${index}” – дерево`,
      height: index === 3 ? null : index / 3,
      planted: 1_700_000_000_000,
    },
  }));
  const { addResults } = await serviceRequest<{ addResults: { objectId: number }[] }>(
    embedded,
    `${url}/0/addFeatures`,
    {
      params: { features: JSON.stringify(features) },
      post: true,
    },
  );
  await serviceRequest(embedded, `${url}/0/${addResults[2]?.objectId}/addAttachment`, {
    params: { attachment: new File([png], 'leaf.png', { type: 'image/png' }) },
    post: true,
  });
  const service = made.itemId;
  const map = await rig.addMap({
    title: 'Trees of the city',
    snippet: `See ${embedded.url}/home/item.html?id=${service}`,
    text: JSON.stringify({
      version: '2.31',
      operationalLayers: [{ id: 'trees', itemId: service, url: `${url}/0`, opacity: 0.5 }],
      baseMap: { baseMapLayers: [], title: 'None' },
    }),
  });
  await portalRequest(embedded, `content/users/grace/items/${map}/updateThumbnail`, {
    body: { file: new File([png], 'map.png', { type: 'image/png' }), filename: 'map.png' },
  });
  await portalRequest(embedded, `content/users/grace/items/${map}/share`, {
    body: { everyone: true, org: true, groups: 'team' },
  });
  return { service, map };
}

const run = { signal: new AbortController().signal, onProgress: () => {} };
const nothing = {
  folder: '',
  share: true,
  groups: new Map<string, string>(),
  groupsOf: new Map<string, string[]>(),
};

async function plan(party_: Party, ids: readonly string[]) {
  return planCopies(await readSources(party_, ids, run.signal));
}

describe.each(portals)('a map and its layer copied to $name', (portal) => {
  withPortal(portal);
  let source: { service: string; map: string };
  beforeEach(async () => {
    source = await addSources();
  });

  it('have features, attachments, picture, groups and links of their own', async () => {
    const choices = {
      ...nothing,
      groups: new Map([['team', 'b'.repeat(32)]]),
      groupsOf: new Map([[source.map, ['team']]]),
    };
    const report = await copyItems(
      embedded,
      other,
      await plan(embedded, [source.map, source.service]),
      choices,
      run,
    );
    expect(report.map(({ title, error }) => [title, error])).toEqual([
      [expect.stringMatching(/^Trees_/), undefined],
      ['Trees of the city', undefined],
    ]);
    const [service, map] = report.map(({ targetId }) => standIn.content.items.get(targetId ?? ''));
    const [trees, visits] =
      [...standIn.content.services.values()].find(({ itemId }) => itemId === service?.id)?.layers ?? [];
    expect(trees?.features.map(({ attributes }) => attributes['name'])).toEqual(
      Array.from({ length: 5 }, (_none, index) => `Tree “${index}” – дерево`),
    );
    expect(trees?.features[3]).toMatchObject({
      attributes: { height: null, planted: 1_700_000_000_000 },
      geometry: { x: expect.closeTo(71.403, 6) as number, y: expect.closeTo(51.1, 6) as number },
    });
    expect(trees?.attachments.get(3)).toMatchObject([{ name: 'leaf.png', bytes: new Uint8Array(png) }]);
    expect(visits).toMatchObject({ id: 1, name: 'Visits', features: [] });
    expect(map).toMatchObject({ access: 'public', groups: ['b'.repeat(32)], tags: ['green', 'city'] });
    expect(map?.snippet).toBe(`See ${portal.address}/home/item.html?id=${service?.id}`);
    expect(map?.thumbnail).toBeDefined();
    const document = JSON.parse(Buffer.from(map?.data?.bytes ?? []).toString()) as {
      operationalLayers: object[];
    };
    expect(document.operationalLayers).toEqual([
      { id: 'trees', itemId: service?.id, url: `${service?.url}/0`, opacity: 0.5 },
    ]);
  });

  it('are not copied a second time, and a half-made layer is made again', async () => {
    const layerOnly = await plan(embedded, [source.service]);
    standIn.switches.edits.refusals = 1;
    const [failed] = await copyItems(embedded, other, layerOnly, nothing, run);
    expect(failed?.error).toMatchObject({ message: 'Unable to complete operation.' });
    expect([...standIn.content.items.values()].filter(({ title }) => title === failed?.title)).toEqual([]);

    const both = await plan(embedded, [source.service, source.map]);
    const first = await copyItems(embedded, other, both, nothing, run);
    const size = standIn.content.items.size;
    const second = await copyItems(embedded, other, both, nothing, run);
    expect(standIn.content.items.size).toBe(size);
    expect(second.map(({ targetId, notes }) => [targetId, notes[0]?.code])).toEqual(
      first.map(({ targetId }) => [targetId, 'already']),
    );
  });

  it('stop when they are cancelled, and leave nothing half made', async () => {
    const stop = new AbortController();
    const before = standIn.content.items.size;
    const onProgress = ({ features }: { features: number }) => features > 0 && stop.abort();
    const report = await copyItems(
      embedded,
      other,
      await plan(embedded, [source.service, source.map]),
      nothing,
      {
        signal: stop.signal,
        onProgress,
      },
    );
    expect(report).toEqual([]);
    expect(standIn.content.items.size).toBe(before);
  });

  it('end when the sign-in has ended', async () => {
    const { token } = standIn.tokens.issue('piet_harbour', 60);
    const short = await party(portal.address, token);
    const both = await plan(embedded, [source.service, source.map]);
    const report = await copyItems(embedded, short, both, nothing, {
      ...run,
      onProgress: ({ features }) => features > 0 && standIn.tokens.end(token),
    });
    expect(report).toMatchObject([{ targetId: undefined, error: { id: 'portal:invalid-token' } }]);
  });
});

describe.each(portals)('a layer of $name copied to the embedded portal', (portal) => {
  withPortal(portal);
  it('comes with its features, and says what could not come along', async () => {
    const { service, map } = await addSources();
    const there = await copyItems(embedded, other, await plan(embedded, [service, map]), nothing, run);
    const ids = there.flatMap(({ targetId }) => targetId ?? []);
    const back = await copyItems(other, embedded, await plan(other, ids), { ...nothing, share: false }, run);
    expect(back.map(({ error }) => error)).toEqual([undefined, undefined]);
    const item = await portalRequest<SourceItem>(embedded, `content/items/${back[0]?.targetId}`);
    const { features } = await serviceRequest<{ features: { attributes: object; geometry: object }[] }>(
      embedded,
      `${item.url}/0/query`,
      { params: { where: '1=1', outFields: 'name,height', outSR: 4326 } },
    );
    expect(features).toHaveLength(5);
    expect(features[3]?.attributes).toMatchObject({ name: 'Tree “3” – дерево', height: null });
    const document = await portalRequest<{ operationalLayers: { url: string; itemId: string }[] }>(
      embedded,
      `content/items/${back[1]?.targetId}/data`,
    );
    expect(document.operationalLayers).toMatchObject([{ url: `${item.url}/0`, itemId: item.id }]);
  });
});
