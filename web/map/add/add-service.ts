import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import LayerClass from '@arcgis/core/layers/Layer.js';
import Portal from '@arcgis/core/portal/Portal.js';
import PortalItem from '@arcgis/core/portal/PortalItem.js';
import { MappingError } from '../../../wire/errors.ts';
import type { MapInternals } from '../map-model.ts';
import { givePopup } from '../configure/popup-session.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { layerPatience } from '../sdk/slow-layers.ts';
import type { AddedLayer } from './add-layers.ts';
import { type ServiceKind, serviceKind } from './service-kind.ts';

/** Each kind loads its own code of the SDK. */
const makers: Record<Exclude<ServiceKind, 'arcgis'>, (url: string) => Promise<Layer>> = {
  wms: async (url) => new (await import('@arcgis/core/layers/WMSLayer.js')).default({ url }),
  wmts: async (url) => new (await import('@arcgis/core/layers/WMTSLayer.js')).default({ url }),
  wfs: async (url) => new (await import('@arcgis/core/layers/WFSLayer.js')).default({ url }),
  'ogc-features': async (url) => {
    const { default: OgcFeatureLayer } = await import('@arcgis/core/layers/OGCFeatureLayer.js');
    const [, landing = url, collection = ''] = /^(.*?)\/collections(?:\/([^/?]+))?/.exec(url) ?? [];
    return new OgcFeatureLayer({ url: landing, ...(collection && { collectionId: collection }) });
  },
  geojson: async (url) => new (await import('@arcgis/core/layers/GeoJSONLayer.js')).default({ url }),
  kml: async (url) => new (await import('@arcgis/core/layers/KMLLayer.js')).default({ url }),
  csv: async (url) => new (await import('@arcgis/core/layers/CSVLayer.js')).default({ url }),
};

export async function addService(internals: MapInternals, address: string): Promise<AddedLayer> {
  const kind = serviceKind(address);
  if (!kind)
    throw new MappingError('add:unknown-address', 'This address is no service that a map can show.', {
      status: 400,
    });
  return add(internals, () =>
    kind === 'arcgis' ? LayerClass.fromArcGISServerUrl({ url: address }) : makers[kind](address),
  );
}

export function addItem(internals: MapInternals, itemId: string): Promise<AddedLayer> {
  const portalItem = new PortalItem({ id: itemId, portal: new Portal({ url: internals.source.portal.url }) });
  return add(internals, () => LayerClass.fromPortalItem({ portalItem }));
}

async function add({ view }: MapInternals, make: () => Promise<Layer>): Promise<AddedLayer> {
  let timer = 0;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () =>
      reject(new MappingError('layer:timeout', 'The layer does not answer.', { status: 0 }));
    timer = window.setTimeout(giveUp, layerPatience);
  });
  let layer: Layer | undefined;
  try {
    const made = async () => {
      layer = await make();
      await layer.load();
      if (hasFeatures(layer)) givePopup(layer as FeatureLayer);
      return layer;
    };
    const ready = await Promise.race([made(), late]);
    view.map?.layers.add(ready);
    return { id: ready.id, title: ready.title ?? '' };
  } catch (cause) {
    layer?.destroy();
    throw sdkError(cause, 'layer:failed');
  } finally {
    clearTimeout(timer);
  }
}
