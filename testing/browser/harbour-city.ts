import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, LaunchOptions } from '@playwright/test';
import type { LayerJson, WebMapJson } from '../../web/map/document/web-map-json.ts';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import {
  enterpriseOrganisation,
  enterprisePortal,
  startArcgisEnterprise,
} from '../fakes/arcgis-enterprise/start.ts';
import { startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { people, type PortalName, signInAt } from './portal-sites.ts';
import { type StandInServer, startStandInServer } from './stand-in-server.ts';

/** A city on the stand-in of a portal whose maps are those of `testing/portal-content/web-maps`. */
export interface HarbourCity {
  /** Signed in as the owner of the maps. */
  context: BrowserContext;
  /** Ids of the maps' items, by file name. */
  ids: ReadonlyMap<string, string>;
  /** A map's current document in the portal. */
  documentOf(name: string): WebMapJson;
  /** What has gone wrong in pages since the last call. */
  takeFaults(): string[];
  stop(): Promise<void>;
}

const folder = 'testing/portal-content/web-maps';
const files: readonly (readonly [string, string])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file.replace('.json', ''), readFileSync(path.join(folder, file), 'utf8')]);

const hostedOnline = 'services.arcgis.com/harbourOrg000001/arcgis/rest/services';

/** How the documents, which are of ArcGIS Online, name the city's own hosted layers and portal. */
const kinds = {
  'ArcGIS Online': {
    start: startArcgisOnline,
    orgId: 'harbourOrg000001',
    portal: { url: 'https://www.arcgis.com', organisationId: 'harbourOrg000001' },
    hosted: hostedOnline,
  },
  'ArcGIS Enterprise': {
    start: startArcgisEnterprise,
    orgId: enterpriseOrganisation,
    portal: { url: enterprisePortal },
    hosted: 'hosting.city.test/server/rest/services/Hosted',
  },
};

/** The documents as a portal has them, by file name. */
export function webMapsOf(name: PortalName): ReadonlyMap<string, WebMapJson> {
  const { hosted } = kinds[name];
  return new Map(
    files.map(([file, text]) => [file, JSON.parse(text.replaceAll(hostedOnline, hosted)) as WebMapJson]),
  );
}

export async function startHarbourCity(name: PortalName, launchOptions: LaunchOptions): Promise<HarbourCity> {
  const kind = kinds[name];
  const standIn = await kind.start();
  const webMaps = webMapsOf(name);
  const { ids, administrators } = fill(standIn, webMaps, kind);
  const appId = 'mapping-harbour';
  const server = await startStandInServer(standIn, {
    launchOptions,
    appId,
    config: { title: 'Harbour City', portal: { ...kind.portal, appId, adminGroupId: administrators } },
  });
  return {
    ids,
    context: await signedIn(server),
    documentOf(map) {
      const item = standIn.content.items.get(ids.get(map) ?? '');
      return JSON.parse(Buffer.from(item?.data?.bytes ?? []).toString()) as WebMapJson;
    },
    takeFaults: () => server.faults.splice(0),
    stop: server.stop,
  };
}

async function signedIn(server: StandInServer): Promise<BrowserContext> {
  const context = await server.newContext();
  const page = await context.newPage();
  await page.goto('/harbour/gallery');
  await signInAt(page, people.member);
  await page.close();
  return context;
}

function fill(
  { content, hosted }: PortalStandIn,
  webMaps: ReadonlyMap<string, WebMapJson>,
  { orgId, hosted: folderOfServices }: { orgId: string; hosted: string },
): { ids: Map<string, string>; administrators: string } {
  content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
  content.addOrganisation({ id: 'elsewhereOrg0001', urlKey: 'elsewhere', name: 'Elsewhere' });
  const owner = people.member.username;
  content.addPerson({ ...people.member, orgId });
  content.addPerson({ ...people.outsider, orgId: 'elsewhereOrg0001' });
  const administrators = content.addGroup({ title: 'Map administrators', owner, orgId }).id;
  const services = new Set(
    files.flatMap(([, text]) =>
      [...text.matchAll(/harbourOrg000001[\w/]*\/services\/(\w+)\/FeatureServer/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
  services.delete('NoSuchService');
  const kinds: Readonly<Record<string, string>> = { Names: 'Annotation Layer', Measures: 'Dimension Layer' };
  for (const name of services)
    hosted.push({
      orgId,
      name,
      isPublic: name !== 'Moorings',
      ...(kinds[name] && { kind: kinds[name] }),
      points: [[4.48, 51.91, `${name} 1`]],
    });
  const stored: [number, string, string?, object?][] = [
    [20, 'Feature Service', `https://${folderOfServices}/Devices/FeatureServer`],
    [
      21,
      'Vector Tile Service',
      'https://basemaps.arcgis.com/arcgis/rest/services/World_Basemap_v2/VectorTileServer',
    ],
    [22, 'Feature Collection', undefined, { layers: collectionIn(webMaps, 'feature-collection-one-layer') }],
    [23, 'GeoJson', undefined, { type: 'FeatureCollection', features: [] }],
    [26, 'Map Service', 'https://utility.arcgis.com/usrsvcs/servers/x/rest/services/World/Traffic/MapServer'],
    [27, 'Map Service', 'https://demographics.arcgis.com/arcgis/rest/services/Income/MapServer'],
  ];
  for (const [number, type, url = null, document] of stored)
    content.addItem({ id: itemId(number), owner, title: type, type, url, access: 'org', document });
  content.addItem({
    id: itemId(97),
    owner: people.outsider.username,
    title: 'Private',
    type: 'Feature Service',
  });
  const ids = new Map(
    [...webMaps].map(([title, document]) => [
      title,
      content.addItem({ owner, title, type: 'Web Map', access: 'org', document }).id,
    ]),
  );
  return { ids, administrators };
}

const itemId = (number: number) => `a${number.toString(16).padStart(31, '0')}`;

/** The layers of a map's feature collection as an item stores them: numbered, where a map has ids of its own. */
function collectionIn(webMaps: ReadonlyMap<string, WebMapJson>, name: string): LayerJson[] | undefined {
  const layers = webMaps.get(name)?.operationalLayers?.[0]?.featureCollection?.layers;
  return layers?.map((layer, id) => ({ ...layer, id }) as unknown as LayerJson);
}
