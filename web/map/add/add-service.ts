import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import LayerClass from '@arcgis/core/layers/Layer.js';
import Portal from '@arcgis/core/portal/Portal.js';
import PortalItem from '@arcgis/core/portal/PortalItem.js';
import { MappingError } from '../../../wire/errors.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { MapInternals } from '../map-model.ts';
import { addPopupTemplate } from '../configure/popup-session.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { layerTimeout } from '../sdk/slow-layers.ts';
import type { AddedLayer, ServiceList } from './add-layers.ts';
import { colorLayers } from './layer-look.ts';
import { readOffers, type ServiceOffers } from './service-offers.ts';
import { ogcAddress, type ServiceKind, serviceKind, tileTemplate } from './service-kind.ts';

/** Each kind loads its own code of the SDK. */
const makers: Record<Exclude<ServiceKind, 'arcgis' | 'picture' | 'file'>, (url: string) => Promise<Layer>> = {
  wms: async (url) => new (await import('@arcgis/core/layers/WMSLayer.js')).default({ url }),
  wmts: async (url) => new (await import('@arcgis/core/layers/WMTSLayer.js')).default({ url }),
  wfs: async (url) => new (await import('@arcgis/core/layers/WFSLayer.js')).default({ url }),
  'ogc-features': async (url) => {
    const { default: OgcFeatureLayer } = await import('@arcgis/core/layers/OGCFeatureLayer.js');
    const { landing, collection } = ogcAddress(url);
    return new OgcFeatureLayer({ url: landing, ...(collection && { collectionId: collection }) });
  },
  tiles: tilesAt,
  'vector-style': async (url) =>
    new (await import('@arcgis/core/layers/VectorTileLayer.js')).default({ url }),
  cog: async (url) =>
    new (await import('@arcgis/core/layers/ImageryTileLayer.js')).default({ url, title: nameOf(url) }),
  geojson: async (url) =>
    new (await import('@arcgis/core/layers/GeoJSONLayer.js')).default({ url, title: nameOf(url) }),
  kml: async (url) =>
    new (await import('@arcgis/core/layers/KMLLayer.js')).default({ url, title: nameOf(url) }),
  csv: async (url) =>
    new (await import('@arcgis/core/layers/CSVLayer.js')).default({ url, title: nameOf(url) }),
};

async function tilesAt(address: string): Promise<Layer> {
  const { default: WebTileLayer } = await import('@arcgis/core/layers/WebTileLayer.js');
  const template = tileTemplate(address);
  return new WebTileLayer({
    title: new URL(address).hostname,
    urlTemplate: template.replaceAll('{s}', '{subDomain}'),
    // The usual ones of templates with a place for them.
    ...(/\{(s|subDomain)\}/.test(template) && { subDomains: ['a', 'b', 'c'] }),
  });
}

/** The name of a file, without its ending; the host of an address without one. */
function nameOf(address: string): string {
  const { pathname, hostname } = new URL(address);
  const name = (pathname.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '');
  try {
    return decodeURIComponent(name) || hostname;
  } catch {
    // The path is not encoded as UTF-8.
    return name;
  }
}

export async function addService(
  internals: MapInternals,
  address: string,
  signal?: AbortSignal,
): Promise<AddedLayer | ServiceList> {
  const kind = await kindOf(address);
  if (kind === 'picture') {
    const { pictureLayer } = await import('./add-picture.ts');
    return add(internals, () => pictureLayer(internals.view, address, nameOf(address)), signal);
  }
  const service = await inTime(() => readOffers(kind, address)).catch((cause: unknown) => {
    throw sdkError(cause, 'layer:failed');
  });
  if (service?.offers.length === 1)
    return add(
      internals,
      async () => together(await service.make(service.offers.map(({ id }) => id)), service.title),
      signal,
    );
  if (service)
    return {
      title: service.title,
      offers: service.offers,
      ...(service.symbols && { legendOf: (id) => legendIn(internals, service, id) }),
      add: (ids, adding) =>
        add(internals, async () => together(await service.make(ids), service.title), adding),
    };
  return add(internals, () => layerAt(kind, address), signal);
}

/** The legend of an offered layer, with the symbol that it gets when it is added. */
async function legendIn(internals: MapInternals, service: ServiceOffers, id: string) {
  const { legendOf } = await import('./offer-legend.ts');
  const [layer] = await service.make([id]);
  if (!layer) return [];
  return legendOf(layer as FeatureLayer, (loaded) => colorLayers(internals.view, [loaded]));
}

async function layerAt(kind: ServiceKind, address: string): Promise<Layer> {
  if (kind === 'arcgis') return LayerClass.fromArcGISServerUrl({ url: address });
  // Pictures and files are not drawn by layers of their own address.
  if (kind === 'picture' || kind === 'file') throw unknownAddress();
  return makers[kind](address);
}

function unknownAddress(): MappingError {
  return new MappingError('add:unknown-address', 'This URL isn’t a supported map service.', { status: 400 });
}

/**
 * The loaded layer of a service or file, which is in no map yet.
 * @throws MappingError `add:unknown-address`, `layer:failed` and others
 */
export async function makeLayer(address: string): Promise<Layer> {
  let layer: Layer | undefined;
  try {
    const kind = await kindOf(address);
    return await inTime(async () => {
      layer = await layerAt(kind, address);
      await layer.load();
      return layer;
    });
  } catch (cause) {
    layer?.destroy();
    throw sdkError(cause, 'layer:failed');
  }
}

/**
 * The kind of an address by its text, or else by its response.
 * @throws MappingError `add:unknown-address` and others
 */
async function kindOf(address: string): Promise<ServiceKind> {
  const kind = serviceKind(address);
  if (kind) return kind;
  const { askKind } = await import('./ask-kind.ts');
  const asking = new AbortController();
  // A response may never end.
  return inTime(() => askKind(address, asking.signal)).finally(() => asking.abort());
}

export function addItem(internals: MapInternals, itemId: string): Promise<AddedLayer> {
  const portalItem = new PortalItem({ id: itemId, portal: new Portal({ url: internals.source.portal.url }) });
  return add(internals, () => LayerClass.fromPortalItem({ portalItem }));
}

/** Layers that only scenes can contain: a flat map would list them, draw nothing, and lose them when it is saved. */
const sceneKinds: ReadonlySet<string> = new Set([
  'scene',
  'building-scene',
  'integrated-mesh',
  'integrated-mesh-3dtiles',
  'point-cloud',
  'voxel',
]);

function refuseScenes({ type }: Layer): void {
  if (sceneKinds.has(type))
    throw new MappingError('add:only-3d', 'The service is shown in 3D only.', { status: 400 });
}

/** A single layer, or a group of several. */
async function together(layers: Layer[], title: string): Promise<Layer> {
  const [first, ...others] = layers;
  if (first && others.length === 0) return first;
  const { default: GroupLayer } = await import('@arcgis/core/layers/GroupLayer.js');
  // The first offer is drawn on top.
  return new GroupLayer({ title, layers: layers.toReversed() });
}

/** The response of a server. @throws MappingError `layer:timeout` if it takes too long */
async function inTime<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return withTimeout(ask(), layerTimeout, () => {
    throw new MappingError('layer:timeout', 'The layer does not answer.', { status: 0 });
  });
}

async function add(
  { view }: MapInternals,
  make: () => Promise<Layer>,
  signal?: AbortSignal,
): Promise<AddedLayer> {
  let layer: Layer | undefined;
  try {
    const ready = await inTime(async () => {
      layer = await make();
      refuseScenes(layer);
      const members = layer.type === 'group' ? (layer as GroupLayer).layers.toArray() : [];
      await Promise.all([layer, ...members].map((one) => one.load()));
      for (const one of [layer, ...members]) if (hasFeatures(one)) addPopupTemplate(one as FeatureLayer);
      colorLayers(view, [layer, ...members]);
      return layer;
    });
    signal?.throwIfAborted();
    view.map?.layers.add(ready);
    return { id: ready.id, title: ready.title ?? '' };
  } catch (cause) {
    layer?.destroy();
    throw sdkError(cause, 'layer:failed');
  }
}
