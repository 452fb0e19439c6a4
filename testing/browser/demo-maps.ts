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
  /** Id of the layer of a service in the map with this title. */
  layerIn(title: string, service: string): Promise<string>;
  /** Adds a service that members edit, and the member owns; returns the id of its item. */
  addService(name: string, layers: readonly object[], tables?: readonly object[]): Promise<string>;
  /** What a service answers its owner; `path` is below its address, such as `0/applyEdits`. */
  ask<Answer>(service: string, path: string, form?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Changes the definition of the first layer of a service. */
  define(service: string, definition: object): Promise<void>;
  /** The data of an item of the member’s own, as text; empty without any. */
  dataOf(id: string): Promise<string>;
  /** Names of the files beside an item of the member’s own, its resources. */
  filesOf(id: string): Promise<string[]>;
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
  const post = async <Answer>(url: string, form: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const token = await tokenOf({ request }, 'grace');
    const texts = Object.entries(form).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    const answer = await request.post(url, { form: { f: 'json', token, ...Object.fromEntries(texts) } });
    const json = (await answer.json()) as Answer & { error?: object };
    if (json.error) throw new Error(`${url} answered ${JSON.stringify(json.error)}`);
    return json;
  };
  const ask = <Answer>(service: string, path: string, form: Readonly<Record<string, unknown>> = {}) =>
    post<Answer>(`/server/rest/services/${service}/FeatureServer/${path}`, form);
  return {
    ask,
    async features<Feature>(service: string, where = '1=1', layer = 0): Promise<Feature[]> {
      const query = { where, outFields: '*', outSR: '4326' };
      return (await ask<{ features: Feature[] }>(service, `${layer}/query`, query)).features;
    },
    async addService(
      name: string,
      layers: readonly object[],
      tables: readonly object[] = [],
    ): Promise<string> {
      const capabilities = 'Create,Delete,Query,Update,Editing';
      const made = await post<{ itemId: string }>(`${rest}/content/users/grace/createService`, {
        createParameters: { name, capabilities, layers, tables },
      });
      return made.itemId;
    },
    async addView(name: string, description: object): Promise<void> {
      await post(`${rest}/content/users/grace/createService`, {
        isView: 'true',
        createParameters: { ...description, name },
      });
    },
    async define(service: string, definition: object): Promise<void> {
      const url = `/server/rest/admin/services/${service}/FeatureServer/0/updateDefinition`;
      await post(url, { updateDefinition: definition });
    },
    async layerIn(title: string, service: string): Promise<string> {
      const answer = await request.get(`${rest}/content/items/${await findId(request, title)}/data`);
      const layers = ((await answer.json()) as WebMapJson).operationalLayers ?? [];
      return layers.find(({ url }) => url?.includes(`/${service}/`))?.id ?? '';
    },
  };
}

export function embeddedMaps(request: APIRequestContext, origin: string): DemoMaps {
  const keptOne = keptToken(request);
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
    async dataOf(id) {
      const token = await tokenOf({ request }, 'grace');
      const headers = { 'x-esri-authorization': `Bearer ${token}` };
      return (await request.get(`${rest}/content/items/${id}/data`, { headers })).text();
    },
    async filesOf(id) {
      const params = { f: 'json', token: await keptOne() };
      const answer = await request.get(`${rest}/content/items/${id}/resources`, { params });
      const { resources } = (await answer.json()) as { resources: { resource: string }[] };
      return resources.map(({ resource }) => resource);
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
      typeKeywords: ['Hosted Service'],
      url,
      access: 'public',
    });
    const addressOf = (service: string) => `${origin}/server/rest/services/${service}/FeatureServer`;
    const addView = async (view: string, description: object) => {
      await services.addView(view, description);
      return addressOf(view);
    };
    standIn.hosted.push({
      orgId,
      name,
      isPublic: !edited.has(name),
      serviceItemId: item.id,
      points: [],
      forward: { address: addressOf(name), token, addView },
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
    ...services,
    idOf(title) {
      const id = ids.get(title) ?? copy(title);
      ids.set(title, id);
      return id;
    },
    add,
    async addService(name, layers, tables) {
      await services.addService(name, layers, tables);
      edited.add(name);
      return itemOfService(name);
    },
    dataOf: async (id) => Buffer.from(standIn.content.items.get(id)?.data?.bytes ?? []).toString(),
    filesOf: async (id) => [...(standIn.content.items.get(id)?.resources.keys() ?? [])],
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
