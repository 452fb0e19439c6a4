import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type PortalItem from '@arcgis/core/portal/PortalItem.js';
import { MappingError } from '../../../wire/errors.ts';
import type { TranslatedItem } from '../../../wire/item-translations.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { plainText } from '../sdk/plain-text.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import type { LayerInformation } from './layer-information.ts';

type AnyLayer = FeatureLayer & { description?: string | null; sublayers?: unknown };

/** Members of service descriptions that describe the data. */
interface ServiceJson {
  description?: unknown;
  serviceDescription?: unknown;
  copyrightText?: unknown;
}

const geometries: Readonly<Record<string, LayerInformation['geometry']>> = {
  point: 'point',
  multipoint: 'point',
  polyline: 'line',
  polygon: 'area',
};

/** Longer descriptions are cut: some contain whole pages. */
const maxText = 2_000;

export async function readLayerInformation(
  { view }: MapInternals,
  layerId: string,
): Promise<LayerInformation> {
  const layer = findLayer(view, layerId)?.layer as AnyLayer | undefined;
  if (!layer) throw new MappingError('layer:not-found', 'The layer is not in the map any more.');
  try {
    await layer.load();
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  }
  const item = layer.portalItem as PortalItem | null | undefined;
  // A layer shows its item's texts even if the item cannot be read.
  await item?.load().catch(() => {});
  const json = (layer.sourceJSON ?? {}) as ServiceJson;
  const features = hasFeatures(layer)
    ? await layer.queryFeatureCount(layer.createQuery()).catch(() => undefined)
    : undefined;
  const wkid = layer.spatialReference?.latestWkid ?? layer.spatialReference?.wkid;
  return {
    description: firstText(
      item?.snippet,
      item?.description,
      layer.description,
      json.description,
      json.serviceDescription,
    ),
    credits: firstText(item?.accessInformation, layer.copyright, json.copyrightText),
    terms: firstText(item?.licenseInfo),
    source: addressOf(layer),
    item: item?.id
      ? {
          title: item.title ?? '',
          snippet: firstText(item.snippet) ?? '',
          properties: (item.sourceJSON as TranslatedItem | null)?.properties,
          owner: item.owner ?? '',
          page: item.itemPageUrl ?? '',
        }
      : undefined,
    geometry: geometries[layer.geometryType ?? ''],
    features,
    fields: layer.fields?.length,
    wkid: wkid && wkid > 0 ? wkid : undefined,
    edited: layer.editingInfo?.lastEditDate?.getTime(),
  };
}

function firstText(...texts: unknown[]): string | undefined {
  for (const text of texts) {
    const plain = typeof text === 'string' ? plainText(text) : '';
    if (plain !== '') return plain.length > maxText ? `${plain.slice(0, maxText)}…` : plain;
  }
  return undefined;
}

/** The address without tokens; undefined for content of the page itself. */
function addressOf({ url, layerId }: AnyLayer): string | undefined {
  if (!url || !URL.canParse(url, location.origin)) return undefined;
  const address = new URL(url, location.origin);
  if (!/^https?:$/.test(address.protocol)) return undefined;
  for (const name of Array.from(address.searchParams.keys()))
    if (/token|password|key/i.test(name)) address.searchParams.delete(name);
  const isService = /\/(Feature|Map)Server$/i.test(address.pathname);
  if (isService && typeof layerId === 'number') address.pathname += `/${layerId}`;
  return address.href;
}
