import type Layer from '@arcgis/core/layers/Layer.js';
import LayerClass from '@arcgis/core/layers/Layer.js';
import type WMSLayer from '@arcgis/core/layers/WMSLayer.js';
import type WMTSLayer from '@arcgis/core/layers/WMTSLayer.js';
import esriRequest from '@arcgis/core/request.js';
import { MappingError } from '../../../wire/errors.ts';
import type { Offer } from './add-layers.ts';
import { offersOfArcgis, offersOfCollections, type ServiceJson, withLegends } from './read-offers.ts';
import { ogcAddress, type ServiceKind } from './service-kind.ts';

/** The layers that a service offers, and a function that creates the chosen ones. */
export interface ServiceOffers {
  title: string;
  offers: readonly Offer[];
  /** Whether its layers have features with symbols, whose legend is read when a layer is chosen. */
  symbols?: true;
  make(ids: readonly string[]): Promise<Layer[]>;
}

/**
 * The offers of a service with several layers; undefined for an address of one layer or file. The SDK needs
 * the name of a collection, even of the only one.
 */
export async function readOffers(kind: ServiceKind, address: string): Promise<ServiceOffers | undefined> {
  const found = await readers[kind]?.(address);
  const fewest = kind === 'ogc-features' ? 1 : 2;
  return found && found.offers.length >= fewest ? found : undefined;
}

const readers: Partial<Record<ServiceKind, (url: string) => Promise<ServiceOffers | undefined>>> = {
  arcgis: arcgisOffers,
  wms: wmsOffers,
  wmts: wmtsOffers,
  wfs: wfsOffers,
  'ogc-features': collectionOffers,
};

/**
 * The JSON of a service, after a sign-in if one is needed.
 * @throws MappingError for other responses, such as a web page
 */
async function serviceJson(url: string, query: object): Promise<unknown> {
  let cause: unknown;
  try {
    const { data } = (await esriRequest(url, { query })) as { data: unknown };
    // An empty response is read as null.
    if (typeof data === 'object' && data !== null) return data;
  } catch (failed) {
    cause = failed;
  }
  const text = await textAt(url, query);
  if (text === '') throw new MappingError('add:empty', 'The URL returned an empty response.', { status: 0 });
  if (cause && (text === undefined || /^[[{]/.test(text))) throw cause;
  throw new MappingError('add:not-a-service', 'The URL returned no service description.', {
    status: 0,
    cause,
  });
}

/** The response of a URL; undefined for an error. */
async function textAt(url: string, query: object): Promise<string | undefined> {
  const answer = await esriRequest(url, { query, responseType: 'text' }).catch(() => undefined);
  return answer && String(answer.data ?? '').trim();
}

async function arcgisOffers(url: string): Promise<ServiceOffers | undefined> {
  const [, base = '', name = '', type = ''] =
    /^(.*?\/([^/]+)\/(FeatureServer|MapServer))\/?(?:\?.*)?$/i.exec(url) ?? [];
  if (!base) return undefined;
  const json = (await serviceJson(base, { f: 'json' })) as ServiceJson;
  // Tiles cannot be drawn in parts.
  if (json.singleFusedMapCache) return undefined;
  const offers = offersOfArcgis(json);
  const title = json.mapName && json.mapName !== 'Layers' ? json.mapName : name.replaceAll('_', ' ');
  if (type.toLowerCase() === 'featureserver')
    return {
      title,
      offers,
      symbols: true,
      make: (ids) =>
        Promise.all(
          ids.map((id) => {
            // Without the name of the service, which is the title of their group.
            const named = offers.find((one) => one.id === id)?.title ?? id;
            return LayerClass.fromArcGISServerUrl({ url: `${base}/${id}`, properties: { title: named } });
          }),
        ),
    };
  // Without a legend the list is complete, too.
  const legend = await esriRequest(`${base}/legend`, { query: { f: 'json' } }).catch(() => undefined);
  return {
    title,
    offers: withLegends(offers, legend?.data),
    async make(ids) {
      const { default: MapImageLayer } = await import('@arcgis/core/layers/MapImageLayer.js');
      // The SDK draws the last one first.
      return [new MapImageLayer({ url: base, title, sublayers: ids.map((id) => ({ id: Number(id) })) })];
    },
  };
}

async function wmsOffers(url: string): Promise<ServiceOffers> {
  const { default: WMSLayer } = await import('@arcgis/core/layers/WMSLayer.js');
  const whole: WMSLayer = new WMSLayer({ url });
  await whole.load();
  const offers = whole.allSublayers
    .toArray()
    .flatMap<Offer>(({ name, title, legendUrl, sublayers }) =>
      name && !sublayers?.length
        ? [{ id: name, title: title || name, kind: 'picture', ...(legendUrl && { legend: legendUrl }) }]
        : [],
    );
  return {
    title: whole.title ?? '',
    offers,
    make: async (ids) => [
      new WMSLayer({
        url,
        ...(whole.title && { title: whole.title }),
        sublayers: ids
          .toReversed()
          .map((name) => ({ name, title: offers.find(({ id }) => id === name)?.title ?? name })),
      }),
    ],
  };
}

async function wmtsOffers(url: string): Promise<ServiceOffers> {
  const { default: WMTSLayer } = await import('@arcgis/core/layers/WMTSLayer.js');
  const whole: WMTSLayer = new WMTSLayer({ url });
  const [title] = await Promise.all([titleOf(url, 'WMTS', '1.0.0'), whole.load()]);
  const offers = (whole.sublayers?.toArray() ?? []).map<Offer>(({ id, title }) => ({
    id,
    title: title || id,
    kind: 'tiles',
  }));
  return {
    title,
    offers,
    make: async (ids) => ids.map((id) => new WMTSLayer({ url, activeLayer: { id } })),
  };
}

async function wfsOffers(url: string): Promise<ServiceOffers> {
  const [{ getCapabilities }, { default: WFSLayer }] = await Promise.all([
    import('@arcgis/core/layers/ogc/wfsUtils.js'),
    import('@arcgis/core/layers/WFSLayer.js'),
  ]);
  const [{ featureTypes }, title] = await Promise.all([getCapabilities(url), titleOf(url, 'WFS', '2.0.0')]);
  return {
    title,
    offers: featureTypes.map(({ typeName, title }) => ({
      id: typeName,
      title: title || typeName,
      kind: 'features',
    })),
    symbols: true,
    make: async (ids) =>
      ids.flatMap((id) => {
        const found = featureTypes.find(({ typeName }) => typeName === id);
        if (!found) return [];
        const { name, namespaceUri, title } = found;
        return [new WFSLayer({ url, name, namespaceUri, title: title || name })];
      }),
  };
}

/** The title of a service, which the SDK does not read; empty without one. */
async function titleOf(url: string, service: 'WFS' | 'WMTS', version: string): Promise<string> {
  const query = { SERVICE: service, REQUEST: 'GetCapabilities', VERSION: version };
  const answer = await esriRequest(url, { query, responseType: 'xml' }).catch(() => undefined);
  const [identified] =
    (answer?.data as XMLDocument | undefined)?.getElementsByTagNameNS('*', 'ServiceIdentification') ?? [];
  return identified?.getElementsByTagNameNS('*', 'Title')[0]?.textContent?.trim() ?? '';
}

async function collectionOffers(url: string): Promise<ServiceOffers | undefined> {
  const { landing, collection } = ogcAddress(url);
  if (collection) return undefined;
  const { default: OgcFeatureLayer } = await import('@arcgis/core/layers/OGCFeatureLayer.js');
  const offers = offersOfCollections(await serviceJson(`${landing}/collections`, { f: 'json' }));
  return {
    title: '',
    offers,
    symbols: true,
    make: async (ids) => ids.map((collectionId) => new OgcFeatureLayer({ url: landing, collectionId })),
  };
}
