import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, LaunchOptions } from '@playwright/test';
import type { LayerJson, WebMapJson } from '../../web/map/document/web-map-json.ts';
import { type ArcgisOnline, startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { people, signInAt } from './portal-sites.ts';
import { type StandInServer, startStandInServer } from './stand-in-server.ts';

/** A city on ArcGIS Online (the stand-in) whose maps are those of `testing/portal-content/web-maps`. */
export interface HarbourCity {
  online: ArcgisOnline;
  /** Signed in as the owner of the maps. */
  context: BrowserContext;
  /** Ids of the maps' items, by file name. */
  ids: ReadonlyMap<string, string>;
  /** A map's current document in the portal. */
  documentOf(name: string): WebMapJson;
  stop(): Promise<void>;
}

const folder = 'testing/portal-content/web-maps';
const orgId = 'harbourOrg000001';

/** The documents, by file name. */
export const webMaps: ReadonlyMap<string, WebMapJson> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as WebMapJson,
    ]),
);

export async function startHarbourCity(launchOptions: LaunchOptions): Promise<HarbourCity> {
  const online = await startArcgisOnline();
  const { ids, administrators } = fill(online);
  const appId = 'mapping-harbour';
  const portal = {
    url: 'https://www.arcgis.com',
    organisationId: orgId,
    appId,
    adminGroupId: administrators,
  };
  const server = await startStandInServer(online, {
    launchOptions,
    appId,
    config: { title: 'Harbour City', portal },
  });
  return {
    online,
    ids,
    context: await signedIn(server),
    documentOf(name) {
      const item = online.content.items.get(ids.get(name) ?? '');
      return JSON.parse(Buffer.from(item?.data?.bytes ?? []).toString()) as WebMapJson;
    },
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

function fill({ content, hosted }: ArcgisOnline): { ids: Map<string, string>; administrators: string } {
  content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
  content.addOrganisation({ id: 'elsewhereOrg0001', urlKey: 'elsewhere', name: 'Elsewhere' });
  const owner = people.member.username;
  content.addPerson({ ...people.member, orgId });
  content.addPerson({ ...people.stranger, orgId: 'elsewhereOrg0001' });
  const administrators = content.addGroup({ title: 'Map administrators', owner, orgId }).id;
  const services = new Set(
    [...JSON.stringify([...webMaps]).matchAll(/harbourOrg000001[\w/]*\/services\/(\w+)\/FeatureServer/g)].map(
      ([, name = '']) => name,
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
    [
      20,
      'Feature Service',
      `https://services.arcgis.com/${orgId}/arcgis/rest/services/Devices/FeatureServer`,
    ],
    [
      21,
      'Vector Tile Service',
      'https://basemaps.arcgis.com/arcgis/rest/services/World_Basemap_v2/VectorTileServer',
    ],
    [22, 'Feature Collection', undefined, { layers: collectionIn('feature-collection-one-layer') }],
    [23, 'GeoJson', undefined, { type: 'FeatureCollection', features: [] }],
    [26, 'Map Service', 'https://utility.arcgis.com/usrsvcs/servers/x/rest/services/World/Traffic/MapServer'],
    [27, 'Map Service', 'https://demographics.arcgis.com/arcgis/rest/services/Income/MapServer'],
  ];
  for (const [number, type, url = null, document] of stored)
    content.addItem({ id: itemId(number), owner, title: type, type, url, access: 'org', document });
  content.addItem({
    id: itemId(97),
    owner: people.stranger.username,
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
function collectionIn(name: string): LayerJson[] | undefined {
  const layers = webMaps.get(name)?.operationalLayers?.[0]?.featureCollection?.layers;
  return layers?.map((layer, id) => ({ ...layer, id }) as unknown as LayerJson);
}
