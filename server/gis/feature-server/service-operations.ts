import { z } from 'zod';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import { objectIds, readOperation } from '../../platform/arcgis/schema.ts';
import { limits } from '../../limits.ts';
import { type Envelope, joinEnvelopes } from '../geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../geometry/project.ts';
import { isGeographic, wireSpatialReference } from '../geometry/spatial-reference.ts';
import { defaultsOf } from '../definitions/layer-defaults.ts';
import type { Domain } from '../layer/field.ts';
import type { HostedLayer, HostedService } from '../layer/layer.ts';
import { readTimeExtent } from '../storage/statistics-store.ts';
import type { OperationResponse, LayerCall, ServiceCall, ServiceRights } from './context.ts';
import { appendFormats } from './append/append.ts';
import { layerJson, currentVersion, emptyExtent, extentJson } from './layer-json.ts';
import { otherSide, relationshipKeys } from './relationship-keys.ts';
import { capabilitiesFor, sync } from './rights.ts';
import { changeTracking, changeTrackingPart, tracksChanges } from './sync/generations.ts';
import { maySync, syncPart } from './sync/sync-capability.ts';

/** `…/FeatureServer`: the service with its layers. */
export async function describeService({ service, layers, rights }: ServiceCall): Promise<OperationResponse> {
  return serviceJson(service, layers, rights);
}

/** `…/FeatureServer/layers`: full descriptions of every layer and table. */
export async function describeAllLayers({
  context,
  layers,
  rights,
}: ServiceCall): Promise<OperationResponse> {
  const described = await Promise.all(
    layers.map(async (layer) => layerJson(layer, rights, await readTimeExtent(context.reader, layer))),
  );
  const [spatial, tables] = [true, false].map((wanted) =>
    described.filter((_json, index) => (layers[index]?.geometryType !== null) === wanted),
  );
  return { layers: spatial, tables };
}

/** `…/FeatureServer/{layer}`. */
export async function describeLayer({ context, layer, rights }: LayerCall): Promise<OperationResponse> {
  return layerJson(layer, rights, await readTimeExtent(context.reader, layer));
}

const domainSchema = z.object({ layers: objectIds.optional() });

/** `…/FeatureServer/queryDomains`: the domains of some layers, each once. */
export async function queryDomains({ parameters, layers }: ServiceCall): Promise<OperationResponse> {
  const { layers: wanted } = readOperation(domainSchema, parameters);
  const unknown = wanted?.find((id) => !layers.some(({ layerId }) => layerId === id));
  if (unknown !== undefined) throw parameterError('layers', `There is no layer ${unknown}.`);
  const domains = new Map<string, Domain>();
  for (const layer of layers) {
    if (wanted && !wanted.includes(layer.layerId)) continue;
    // Domains of different fields may have the same name.
    for (const { domain } of layer.fields) if (domain) domains.set(JSON.stringify(domain), domain);
  }
  return { domains: [...domains.values()] };
}

/** `…/FeatureServer/relationships`: every relationship once, with the fields that relate features. */
export async function describeRelationships({ layers }: ServiceCall): Promise<OperationResponse> {
  const relationships = layers.flatMap((layer) =>
    layer.relationships.flatMap((relationship) => {
      const { id, name, relatedTableId, cardinality, role, keyField } = relationship;
      const related = layers.find(({ layerId }) => layerId === relatedTableId);
      const isOrigin = role === 'esriRelRoleOrigin';
      // The origin describes it, unless only the destination does.
      if (!isOrigin && related && otherSide(layer, relationship, related)) return [];
      const relatedKey = related && relationshipKeys(layer, relationship, related).relatedKey?.name;
      const own = { layerId: layer.layerId, key: keyField };
      const other = { layerId: relatedTableId, key: relatedKey ?? null };
      const [origin, destination] = isOrigin ? [own, other] : [other, own];
      return {
        id,
        name,
        cardinality,
        attributed: false,
        composite: false,
        originLayerId: origin.layerId,
        originPrimaryKey: origin.key,
        destinationLayerId: destination.layerId,
        originForeignKey: destination.key,
      };
    }),
  );
  return { relationships };
}

/** The largest page of the layers, or that of layers that are added to an empty service. */
export function largestPage(service: HostedService, layers: readonly HostedLayer[]): number {
  const pages = layers.map((layer) => layer.maxRecordCount ?? limits.featurePage);
  return Math.max(0, ...pages) || (defaultsOf(service, layers).maxRecordCount ?? limits.featurePage);
}

/** The service's root JSON. */
export function serviceJson(
  service: HostedService,
  layers: readonly HostedLayer[],
  rights: ServiceRights,
): object {
  const spatial = layers.filter((layer) => layer.geometryType !== null);
  const defaults = defaultsOf(service, layers);
  const wkid = spatial[0]?.wkid ?? defaults.wkid;
  const extent = extentJson(fullExtent(spatial, wkid), wkid);
  const own = capabilitiesFor(service, layers, rights);
  const capabilities = [
    own,
    ...(tracksChanges(layers, rights) ? [changeTracking] : []),
    ...(maySync(service, layers, rights) ? [sync] : []),
  ].join(',');
  return {
    currentVersion,
    ...(service.itemId && { serviceItemId: service.itemId }),
    isView: service.isView,
    isUpdatableView: service.isView,
    sourceSchemaChangesAllowed: true,
    hasViews: service.hasViews,
    serviceDescription: service.description,
    description: service.description,
    copyrightText: service.copyright,
    hasVersionedData: false,
    hasStaticData: !service.capabilities.includes('Editing'),
    maxRecordCount: largestPage(service, layers),
    supportedQueryFormats: 'JSON, geoJSON, PBF',
    supportsDisconnectedEditing: false,
    supportsRelationshipsResource: true,
    supportsAppend: true,
    supportedAppendFormats: appendFormats,
    supportsQueryDomains: true,
    capabilities,
    spatialReference: wireSpatialReference(wkid),
    initialExtent: extent,
    fullExtent: extent,
    allowGeometryUpdates: true,
    units: isGeographic(wkid) ? 'esriDecimalDegrees' : 'esriMeters',
    ...syncPart(service, layers, rights),
    ...changeTrackingPart(layers, rights),
    editorTrackingInfo: {
      enableEditorTracking: defaults.editorTracking,
      enableOwnershipAccessControl: defaults.ownership !== null,
      allowOthersToQuery: true,
      allowOthersToUpdate: [defaults, ...layers].every((each) => each.ownership?.allowOthersToUpdate ?? true),
      allowOthersToDelete: [defaults, ...layers].every((each) => each.ownership?.allowOthersToDelete ?? true),
    },
    layers: spatial.map((layer) => ({
      id: layer.layerId,
      name: layer.name,
      type: 'Feature Layer',
      geometryType: layer.geometryType,
      parentLayerId: -1,
      subLayerIds: null,
      defaultVisibility: layer.defaultVisibility,
      minScale: layer.minScale,
      maxScale: layer.maxScale,
    })),
    tables: layers
      .filter((layer) => layer.geometryType === null)
      .map((layer) => ({ id: layer.layerId, name: layer.name, type: 'Table' })),
  };
}

function fullExtent(layers: readonly HostedLayer[], wkid: number): Envelope {
  const extents = layers.map(
    (layer) => layer.extent && projectEnvelope(layer.extent, projectorBetween(layer.wkid, wkid)),
  );
  return extents.reduce(joinEnvelopes, null) ?? emptyExtent(wkid);
}
