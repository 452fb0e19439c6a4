import type { Party } from '../../web/portal/copy/report.ts';
import { planCopies, type PlannedCopy } from '../../web/portal/copy/plan.ts';
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
import { type ContentRig, png } from './content-rig.ts';

/** The portals of Esri that tests copy to and from. */
export const portals = [
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

/** A portal of Esri with the publisher `piet_harbour`, who owns a group. */
export async function startOther({
  start,
  orgId,
  address,
}: (typeof portals)[number]): Promise<{ standIn: PortalStandIn; other: Party }> {
  const standIn = await start();
  Object.assign(process.env, standIn.environment);
  await import('../fakes/arcgis/redirect-tls.ts');
  standIn.content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
  standIn.content.addPerson({ username: 'piet_harbour', fullName: 'Piet Bos', orgId });
  standIn.content.addGroup({ id: otherGroup, title: 'team', owner: 'piet_harbour', orgId });
  const { token } = standIn.tokens.issue('piet_harbour', 60);
  return { standIn, other: await partyOf(address, token) };
}

/** `properties` of the map that is copied. */
export const treesInGerman = { mappingTranslations: { de: { title: 'Bäume der Stadt' } } };

/** Id of the group at the portals of Esri. */
export const otherGroup = 'b'.repeat(32);

/** One side of a copy, signed in by a token. */
export async function partyOf(url: string, token: string): Promise<Party> {
  const endpoint = {
    url,
    restUrl: `${url}/sharing/rest`,
    session: { token: async () => token, renew: async () => '' },
  };
  const portal = await portalRequest<Portal>(endpoint, 'portals/self');
  return { ...endpoint, portal, user: await loadUser(endpoint) };
}

/** A layer of trees with a table of visits, attachments and values of every kind, and a map of it. */
export async function addSources(
  embedded: Party,
  rig: ContentRig,
): Promise<{ service: string; map: string }> {
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
    properties: JSON.stringify(treesInGerman),
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

/** A copy that is not cancelled and reports to no page. */
export const run = { signal: new AbortController().signal, onProgress: () => {} };
/** Choices of a person who chose no folder and no groups. */
export const nothing = {
  folder: '',
  share: true,
  groups: new Map<string, string>(),
  groupsOf: new Map<string, string[]>(),
};

/** What is copied of these items, in order. */
export async function planOf(party: Party, ids: readonly string[]): Promise<PlannedCopy[]> {
  return planCopies(await readSources(party, ids, run.signal));
}
