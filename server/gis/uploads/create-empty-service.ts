import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import type { EsriGeometryType } from '../geometry/geometry.ts';
import { canonicalWkid } from '../geometry/spatial-reference.ts';
import { columnTypes, type FieldType } from '../layer/field.ts';
import { checkServiceName } from '../storage/create-hosted-layer.ts';
import { describeLayer } from '../storage/describe-layer.ts';
import { loadService } from '../storage/load-store.ts';
import type { FieldInput, LayerShape, ServiceShape } from '../storage/service-input.ts';
import { type PublishedLayer, publishedLayer } from './publish-file.ts';

const geometryTypes: readonly string[] = [
  'esriGeometryPoint',
  'esriGeometryMultipoint',
  'esriGeometryPolyline',
  'esriGeometryPolygon',
];

/**
 * Creates a service with empty layers.
 * @param layers layer definitions as ArcGIS writes them, or nothing
 * @throws MappingError `services:invalid-service` (400), `services:service-exists` (409)
 */
export async function createEmptyService(
  database: Database,
  service: ServiceShape,
  layers: unknown,
  finish: (transaction: Database, layers: readonly PublishedLayer[]) => Promise<void>,
): Promise<void> {
  checkServiceName(service.serviceName);
  const described = readLayers(layers).map(describeLayer);
  const rows = () => ({ totals: { featureCount: 0, extent: null }, bytes: noRows() });
  await loadService(database, service, described, {
    now: Date.now(),
    rowsOf: rows,
    finish: (transaction, totals) =>
      finish(
        transaction,
        totals.map((total, layerId) => publishedLayer(described[layerId], total)),
      ),
  });
}

async function* noRows(): AsyncGenerator<Uint8Array> {
  // A layer is created empty.
}

export function readLayers(layers: unknown): LayerShape[] {
  if (layers === undefined || layers === null) return [];
  if (!Array.isArray(layers) || layers.length > limits.uploadLayers)
    throw invalid(`Give a list of at most ${limits.uploadLayers} layers.`);
  return layers.map((layer: unknown) => readLayer(layer));
}

function readLayer(layer: unknown): LayerShape {
  if (!isRecord(layer) || typeof layer['name'] !== 'string') throw invalid('A layer needs a name.');
  const { name, geometryType, fields = [], hasZ, hasAttachments, drawingInfo } = layer;
  const isTable = geometryType === undefined || geometryType === null || geometryType === 'esriGeometryNull';
  if (!isTable && !geometryTypes.includes(geometryType as string))
    throw invalid(`The layer ${name} has an unsupported geometry type.`);
  if (!Array.isArray(fields) || fields.length > limits.layerFields)
    throw invalid(`The layer ${name} has no list of at most ${limits.layerFields} fields.`);
  const reference = (
    layer['extent'] as { spatialReference?: { latestWkid?: number; wkid?: number } } | undefined
  )?.spatialReference;
  return {
    name: name.slice(0, 100),
    ...(!isTable && { geometryType: geometryType as EsriGeometryType }),
    hasZ: hasZ === true,
    hasAttachments: hasAttachments === true,
    wkid: canonicalWkid(reference?.latestWkid ?? reference?.wkid ?? 4326),
    fields: fields.flatMap((field: unknown) => readField(field, name)),
    ...(isRecord(drawingInfo) && { drawingInfo }),
  };
}

const mostCodes = 5000;
const domainName = { name: z.string().max(200), description: z.string().max(1000).optional() };

/** https://developers.arcgis.com/rest/services-reference/enterprise/domain-objects/ */
const domainSchema = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('codedValue'),
      ...domainName,
      codedValues: z
        .array(
          z.object({ name: z.string().max(200), code: z.union([z.string().max(200), z.number().finite()]) }),
        )
        .max(mostCodes),
    }),
    z.object({ type: z.literal('range'), ...domainName, range: z.tuple([z.number(), z.number()]) }),
  ])
  .nullish();

/** The object id and global id are generated. */
function readField(field: unknown, layer: string): FieldInput[] {
  if (!isRecord(field) || typeof field['name'] !== 'string')
    throw invalid(`A field of the layer ${layer} has no name.`);
  const { name, type, alias, length, nullable, editable, defaultValue } = field;
  if (type === 'esriFieldTypeOID' || type === 'esriFieldTypeGlobalID' || type === 'esriFieldTypeGeometry')
    return [];
  if (typeof type !== 'string' || !Object.hasOwn(columnTypes, type))
    throw invalid(`The field ${name} of the layer ${layer} has an unsupported type.`);
  const domain = domainSchema.safeParse(field['domain']);
  if (!domain.success) throw invalid(`The field ${name} of the layer ${layer} has an invalid domain.`);
  return [
    {
      name,
      type: type as Exclude<FieldType, 'esriFieldTypeOID' | 'esriFieldTypeGlobalID'>,
      ...(typeof alias === 'string' && { alias: alias.slice(0, 200) }),
      ...(typeof length === 'number' &&
        length > 0 && { length: Math.min(length, limits.uploadTextCharacters) }),
      ...(typeof nullable === 'boolean' && { nullable }),
      ...(typeof editable === 'boolean' && { editable }),
      ...(domain.data && { domain: domain.data }),
      ...((typeof defaultValue === 'string' || typeof defaultValue === 'number') && { defaultValue }),
    },
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(problem: string): MappingError {
  return new MappingError('services:invalid-service', problem, { status: 400 });
}
