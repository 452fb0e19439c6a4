import { limits } from '../../limits.ts';
import { type Envelope, joinEnvelopes } from '../geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../geometry/project.ts';
import { isGeographic, wireSpatialReference } from '../geometry/spatial-reference.ts';
import type { HostedLayer, HostedService } from '../layer/layer.ts';
import type { ServiceRights } from './context.ts';
import { currentVersion, emptyExtent, extentJson } from './layer-json.ts';
import { capabilitiesFor } from './rights.ts';

/** The service's root JSON. */
export function serviceJson(
  service: HostedService,
  layers: readonly HostedLayer[],
  rights: ServiceRights,
): object {
  const spatial = layers.filter((layer) => layer.geometryType !== null);
  const wkid = spatial[0]?.wkid ?? 4326;
  const extent = extentJson(fullExtent(spatial, wkid), wkid);
  const capabilities = capabilitiesFor(service, rights);
  return {
    currentVersion,
    ...(service.itemId && { serviceItemId: service.itemId }),
    serviceDescription: service.description,
    description: service.description,
    copyrightText: service.copyright,
    hasVersionedData: false,
    hasStaticData: !service.capabilities.includes('Editing'),
    maxRecordCount: limits.featurePage,
    supportedQueryFormats: 'JSON, geoJSON, PBF',
    supportsDisconnectedEditing: false,
    supportsRelationshipsResource: true,
    supportsQueryDomains: true,
    capabilities,
    spatialReference: wireSpatialReference(wkid),
    initialExtent: extent,
    fullExtent: extent,
    allowGeometryUpdates: true,
    units: isGeographic(wkid) ? 'esriDecimalDegrees' : 'esriMeters',
    syncEnabled: false,
    editorTrackingInfo: {
      enableEditorTracking: layers.some((layer) => layer.editorTracking !== null),
      enableOwnershipAccessControl: false,
      allowOthersToQuery: true,
      allowOthersToUpdate: true,
      allowOthersToDelete: true,
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
