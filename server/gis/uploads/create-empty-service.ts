import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { firstFault, invalidDefinition } from '../definitions/read-field.ts';
import { refuseUnkept } from '../definitions/refuse-unkept.ts';
import { readLayerDefinition, recordCount, spatialReference } from '../definitions/read-layer.ts';
import { type LayerDefaults, trackingNames } from '../layer/layer.ts';
import { checkServiceName } from '../storage/create-hosted-layer.ts';
import { describeLayer } from '../storage/describe-layer.ts';
import { encodeRows } from '../storage/encode-rows.ts';
import { loadService } from '../storage/load-store.ts';
import type { LayerShape, ServiceShape } from '../storage/service-input.ts';
import { canonicalWkid, isKnownWkid } from '../geometry/spatial-reference.ts';
import { readOwnership, trackingInfo } from '../definitions/editor-tracking.ts';
import { type PublishedLayer, publishedLayer } from './publish-file.ts';

/** `createParameters` of a service, as far as its layers are concerned. */
type ServiceDefinition = Readonly<Record<string, unknown>>;

/**
 * Creates a service with empty layers.
 * @param definition the service, its layers and tables as ArcGIS writes them
 * @throws MappingError `services:invalid-service` (400), `services:service-exists` (409)
 */
export async function createEmptyService(
  database: Database,
  service: ServiceShape,
  definition: ServiceDefinition,
  finish: (transaction: Database, layers: readonly PublishedLayer[]) => Promise<void>,
): Promise<void> {
  checkServiceName(service.serviceName);
  const { layers, tables, ...members } = definition;
  const hasLayers = [layers, tables].some((list) => Array.isArray(list) && list.length > 0);
  const layerDefaults = readServiceDefaults(members, hasLayers);
  const described = readNumbered([layers, tables], layerDefaults).map(describeLayer);
  const now = Date.now();
  await loadService(database, { ...service, layerDefaults }, described, {
    now,
    rowsOf: (layer) => encodeRows(layer, [], { now, nameOf: String }),
    finish: (transaction, totals) =>
      finish(
        transaction,
        totals.map((total, layerId) => publishedLayer(described[layerId], total)),
      ),
  });
}

function readNumbered(lists: readonly unknown[], defaults: LayerDefaults): LayerShape[] {
  const read = readList(lists, defaults, true);
  for (const { name, relationships = [] } of read)
    for (const { relatedTableId } of relationships)
      if (!read[relatedTableId])
        throw invalidDefinition(
          `The layer ${name} is related to layer ${relatedTableId}, which does not exist.`,
        );
  return read;
}

/** Layers that are added to a service, which numbers them. */
export function readLayers(layers: unknown, defaults: LayerDefaults): LayerShape[] {
  return readList([layers], defaults, false);
}

function readList(lists: readonly unknown[], defaults: LayerDefaults, numbered: boolean): LayerShape[] {
  const given = lists.flatMap((list) => {
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list)) throw invalidDefinition('Specify lists of layers and tables.');
    return list as unknown[];
  });
  if (given.length > limits.uploadLayers)
    throw invalidDefinition(`Specify a list of at most ${limits.uploadLayers} layers.`);
  return given.map((layer, index) => readLayerDefinition(layer, numbered ? index : undefined, defaults));
}

/** A switch that can only be as it is, with what it would mean. */
const fixed = (value: boolean, problem: string) =>
  z
    .boolean()
    .nullish()
    .refine((given) => given === undefined || given === null || given === value, problem);

const serviceSchema = z.object({
  spatialReference: spatialReference.nullish(),
  maxRecordCount: z.number().nullish(),
  allowGeometryUpdates: fixed(true, 'Forbidding only geometry updates is not supported.'),
  syncEnabled: fixed(
    false,
    'Offline copies need the history of every layer: create the service, set isDataArchived of its layers, then turn on Sync with updateDefinition.',
  ),
  hasVersionedData: fixed(false, 'Versions are not supported.'),
  editorTrackingInfo: trackingInfo.nullish(),
});

/** Those that the portal reads, and those of the layers. */
const knownMembers = [
  'name',
  'serviceDescription',
  'description',
  'copyrightText',
  'capabilities',
  ...Object.keys(serviceSchema.shape),
];

/**
 * What the parameters of a new service decide for its layers.
 * @throws MappingError `services:invalid-service` (400) for what is not supported
 */
function readServiceDefaults(given: Readonly<Record<string, unknown>>, hasLayers: boolean): LayerDefaults {
  refuseUnkept(given, knownMembers, 'The service', invalidDefinition);
  const parsed = serviceSchema.safeParse(given);
  if (!parsed.success) throw invalidDefinition(firstFault(parsed.error));
  const { spatialReference: reference, maxRecordCount, editorTrackingInfo: tracking } = parsed.data;
  const wkid = canonicalWkid(reference?.latestWkid ?? reference?.wkid ?? 4326);
  if (!isKnownWkid(wkid)) throw invalidDefinition(`The spatial reference ${wkid} is not known here.`);
  const editorTracking = tracking?.enableEditorTracking ?? false;
  return {
    wkid,
    editorTracking,
    // Layers may record their creators themselves, which is checked with each.
    ownership: readOwnership(
      { editorTracking: editorTracking || hasLayers ? trackingNames : null },
      tracking?.enableOwnershipAccessControl ? tracking : null,
      invalidDefinition,
    ),
    ...recordCount(maxRecordCount),
  };
}
