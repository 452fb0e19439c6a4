import type { Domain } from '../layer/field.ts';
import { readTimeExtent } from '../storage/time-extent-store.ts';
import type { Answer, LayerCall, ServiceCall } from './context.ts';
import { layerJson } from './layer-json.ts';
import { serviceJson } from './service-json.ts';

/** `…/FeatureServer`: the service with its layers. */
export async function describeService({ service, layers, rights }: ServiceCall): Promise<Answer> {
  return serviceJson(service, layers, rights);
}

/** `…/FeatureServer/layers`: every layer and table in full. */
export async function describeAllLayers({ context, layers, rights }: ServiceCall): Promise<Answer> {
  const described = await Promise.all(
    layers.map(async (layer) => layerJson(layer, rights, await readTimeExtent(context.reader, layer))),
  );
  const [spatial, tables] = [true, false].map((wanted) =>
    described.filter((_json, index) => (layers[index]?.geometryType !== null) === wanted),
  );
  return { layers: spatial, tables };
}

/** `…/FeatureServer/{layer}`. */
export async function describeLayer({ context, layer, rights }: LayerCall): Promise<Answer> {
  return layerJson(layer, rights, await readTimeExtent(context.reader, layer));
}

/** `…/FeatureServer/queryDomains`: the domains of some layers, each once. */
export async function queryDomains({ parameters, layers }: ServiceCall): Promise<Answer> {
  const wanted = parameters.ids('layers');
  const domains = new Map<string, Domain>();
  for (const layer of layers) {
    if (wanted && !wanted.includes(layer.layerId)) continue;
    for (const { domain } of layer.fields) if (domain) domains.set(domain.name, domain);
  }
  return { domains: [...domains.values()] };
}

/** `…/FeatureServer/relationships`: every relationship once, seen from its origin. */
export async function describeRelationships({ layers }: ServiceCall): Promise<Answer> {
  const origins = layers.flatMap((layer) =>
    layer.relationships
      .filter(({ role }) => role === 'esriRelRoleOrigin')
      .map(({ id, name, relatedTableId, cardinality, keyField }) => ({
        id,
        name,
        cardinality,
        attributed: false,
        composite: false,
        originLayerId: layer.layerId,
        originPrimaryKey: keyField,
        destinationLayerId: relatedTableId,
      })),
  );
  return { relationships: origins };
}
