import type { APIRequestContext } from '@playwright/test';
import { type LayerJson, layersIn, type WebMapJson } from '../../web/map/document/web-map-json.ts';
import { portalWebMap } from './portal-web-map.ts';
import type { StandInSite } from './portal-sites.ts';
import { tokenOf } from './steps.ts';

const rest = '/portal/sharing/rest';

/** The maps of the demo city in a portal. */
export interface DemoMaps {
  /** Id of the map with this title. */
  idOf(title: string): Promise<string>;
  /** Adds a map of the member’s own, which everyone may open; returns its id. */
  add(title: string, document: object): Promise<string>;
  /** The features of a service of the demo city, or of one that was added, in degrees. */
  features<Feature = { attributes: any; geometry: any }>(
    service: string,
    where?: string,
    layer?: number,
  ): Promise<Feature[]>;
  /** URL of the first layer of a service. */
  layerOf(service: string): string;
  /** Adds a service that members edit. */
  addService(name: string, layers: readonly object[]): Promise<void>;
}

async function findId(request: APIRequestContext, title: string): Promise<string> {
  const params = { f: 'json', q: `title:"${title}"`, num: 1 };
  const answer = await request.get(`${rest}/search`, { params });
  const [found] = ((await answer.json()) as { results: { id: string }[] }).results;
  if (!found) throw new Error(`The demo has no item “${title}”`);
  return found.id;
}

/** What the demo's server holds, whichever portal hosts it. */
function demoServices(request: APIRequestContext) {
  return {
    async features<Feature>(service: string, where = '1=1', layer = 0): Promise<Feature[]> {
      const token = await tokenOf({ request }, 'grace');
      const params = { f: 'json', token, where, outFields: '*', outSR: '4326' };
      const path = `/server/rest/services/${service}/FeatureServer/${layer}/query`;
      const answer = await request.get(path, { params });
      return ((await answer.json()) as { features: Feature[] }).features;
    },
    async addService(name: string, layers: readonly object[]): Promise<void> {
      const capabilities = 'Create,Delete,Query,Update,Editing';
      const createParameters = JSON.stringify({ name, capabilities, layers });
      const token = await tokenOf({ request }, 'grace');
      await request.post(`${rest}/content/users/grace/createService`, {
        form: { f: 'json', token, createParameters },
      });
    },
  };
}

export function embeddedMaps(request: APIRequestContext, origin: string): DemoMaps {
  return {
    ...demoServices(request),
    layerOf: (service) => `${origin}/server/rest/services/${service}/FeatureServer/0`,
    idOf: (title) => findId(request, title),
    async add(title, document) {
      const token = await tokenOf({ request }, 'grace');
      const form = { f: 'json', token, type: 'Web Map', title, text: JSON.stringify(document) };
      const added = await request.post(`${rest}/content/users/grace/addItem`, { form });
      const { id } = (await added.json()) as { id: string };
      await request.post(`${rest}/content/users/grace/items/${id}/share`, {
        form: { f: 'json', token, everyone: 'true' },
      });
      return id;
    },
  };
}

/** Layers that members edit. On Esri’s portals a layer’s description does not depend on the caller, so visitors may not see these. */
const edited = new Set(['Astana_transit_stops']);

const serviceAddress = /\/server\/(?:[\w-]+\/)?rest\/services\/(\w+)\/FeatureServer/;
/** Milliseconds for which a token of the demo is used again. */
const tokenLife = 10 * 60_000;

/**
 * Copies of the demo city’s maps in a stand-in. Their layers are hosted by the stand-in, which lets the same people see and edit them as its
 * other layers, and has the demo’s server answer.
 */
export function standInMaps(
  { standIn, orgId, layerOf, style, people }: StandInSite,
  request: APIRequestContext,
  origin: string,
): DemoMaps {
  const ids = new Map<string, Promise<string>>();
  const owner = people.member.username;
  const token = keptToken(request);
  const services = demoServices(request);
  const itemOfService = (name: string) => {
    const known = standIn.hosted.find((service) => service.name === name);
    if (known?.serviceItemId !== undefined) return known.serviceItemId;
    const url = layerOf(name).replace(/\/0$/, '');
    const item = standIn.content.addItem({
      owner,
      title: name,
      type: 'Feature Service',
      url,
      access: 'public',
    });
    const address = `${origin}/server/rest/services/${name}/FeatureServer`;
    standIn.hosted.push({
      orgId,
      name,
      isPublic: !edited.has(name),
      serviceItemId: item.id,
      points: [],
      forward: { address, token },
    });
    return item.id;
  };
  const onStandIn = (layer: LayerJson): LayerJson => {
    const name = serviceAddress.exec(layer.url ?? '')?.[1];
    return {
      ...layer,
      ...(layer.layers && { layers: layer.layers.map(onStandIn) }),
      ...(name && {
        url: (layer.url ?? '').replace(/^.*\/FeatureServer/, layerOf(name).replace(/\/0$/, '')),
        itemId: itemOfService(name),
      }),
    };
  };
  const copy = async (title: string) => {
    const answer = await request.get(`${rest}/content/items/${await findId(request, title)}/data`);
    const document = (await answer.json()) as WebMapJson;
    return add(title, {
      ...document,
      operationalLayers: document.operationalLayers?.map(onStandIn),
      ...(document['tables'] !== undefined && { tables: layersIn(document['tables']).map(onStandIn) }),
      baseMap: portalWebMap('', '', style).baseMap,
    });
  };
  const add = async (title: string, document: object) =>
    standIn.content.addItem({ owner, title, type: 'Web Map', access: 'public', document }).id;
  return {
    idOf(title) {
      const id = ids.get(title) ?? copy(title);
      ids.set(title, id);
      return id;
    },
    add,
    features: services.features,
    async addService(name, layers) {
      await services.addService(name, layers);
      edited.add(name);
      itemOfService(name);
    },
    layerOf(name) {
      itemOfService(name);
      return layerOf(name);
    },
  };
}

function keptToken(request: APIRequestContext): () => Promise<string> {
  let kept: { token: Promise<string>; at: number } | undefined;
  return () => {
    if (!kept || Date.now() - kept.at > tokenLife)
      kept = { token: tokenOf({ request }, 'grace'), at: Date.now() };
    return kept.token;
  };
}
