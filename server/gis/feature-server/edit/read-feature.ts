import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { cutAtAntimeridian, isCutExpensive } from '../../geometry/antimeridian.ts';
import { readEsriGeometry } from '../../geometry/esri-json.ts';
import { envelopeOf, type Geometry, keepDimensions, kindOf } from '../../geometry/geometry.ts';
import { projectGeometry, projectorBetween } from '../../geometry/project.ts';
import { findUnknown } from '../../definitions/refuse-unkept.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { isWithinDomain, readSpatialReference } from '../../geometry/spatial-reference.ts';
import type { AttributeValue, Field } from '../../layer/field.ts';
import { globalIdField, type HostedLayer, objectIdField, writtenFields } from '../../layer/layer.ts';
import { fitValue } from '../../storage/attribute-value.ts';
import type { FeatureEdit, FeatureKey } from '../../storage/edit-store.ts';
import { parseGuid } from '../../where/temporal-literal.ts';

/** A feature as clients send it. */
type WireFeature = { attributes?: Record<string, unknown> | null; geometry?: unknown };

/**
 * Reads a feature to add: values are converted to their fields, absent ones take the default, unknown names
 * are ignored.
 * @throws MappingError 400 with the fault
 */
export function readAddition(
  value: unknown,
  layer: HostedLayer,
  useGlobalIds: boolean,
  onLoop = false,
): FeatureEdit {
  const feature = asFeature(value);
  const values = new Map<Field, AttributeValue>();
  for (const field of writtenFields(layer))
    if (field.defaultValue !== null) values.set(field, field.defaultValue);
  for (const field of editableFields(layer)) {
    const given = attributeOf(feature, field.name);
    // Null is a value that empties a field; only a required field takes the default instead.
    const absent = given === undefined || (given === null && !field.nullable);
    values.set(field, fitValue(field, absent ? field.defaultValue : given));
  }
  const globalId = useGlobalIds ? guidOf(feature) : undefined;
  return {
    values,
    geometry: readShape(feature, layer, onLoop) ?? null,
    ...(globalId !== undefined && { globalId }),
  };
}

/** Reads an update: only what is sent changes. */
export function readChange(
  value: unknown,
  layer: HostedLayer,
  useGlobalIds: boolean,
  onLoop = false,
): { key: FeatureKey; edit: FeatureEdit } {
  const feature = asFeature(value);
  const values = new Map<Field, AttributeValue>();
  for (const field of editableFields(layer)) {
    const sent = attributeOf(feature, field.name);
    if (sent !== undefined) values.set(field, fitValue(field, sent));
  }
  const geometry = readShape(feature, layer, onLoop);
  return { key: keyOf(feature, useGlobalIds), edit: { values, ...(geometry !== undefined && { geometry }) } };
}

/** Clients send features as they got or drew them: how they look is not stored with them. */
const featureMembers = new Set([
  'attributes',
  'geometry',
  'centroid',
  'symbol',
  'popupTemplate',
  'infoTemplate',
  'aggregateGeometries',
]);

function asFeature(value: unknown): WireFeature {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalid('A feature is an object with attributes and geometry.');
  const unknown = findUnknown(value, featureMembers);
  if (unknown !== undefined) throw invalid(`A feature has attributes and geometry, not ${unknown}.`);
  return value as WireFeature;
}

/** Editable fields: not the keys, and not what the server writes itself. */
function editableFields(layer: HostedLayer): Field[] {
  return layer.fields.filter(
    (field) => field.editable && field.name !== objectIdField && field.name !== globalIdField,
  );
}

function attributeOf({ attributes }: WireFeature, name: string): unknown {
  if (typeof attributes !== 'object' || attributes === null) return undefined;
  if (Object.hasOwn(attributes, name)) return attributes[name];
  let keys = keysOf.get(attributes);
  if (!keys) {
    // The first of several counts.
    keys = new Map(
      Object.keys(attributes)
        .toReversed()
        .map((key) => [key.toLowerCase(), key]),
    );
    keysOf.set(attributes, keys);
  }
  const key = keys.get(name.toLowerCase());
  return key === undefined ? undefined : attributes[key];
}

/** The attributes of a feature as sent by their names in lower case: each field of the layer is looked up, and any number may be sent. */
const keysOf = new WeakMap<object, ReadonlyMap<string, string>>();

/** The GlobalID sent for a feature; undefined without one. */
export function globalIdOf(value: unknown): string | undefined {
  const feature = typeof value === 'object' && value !== null ? (value as WireFeature) : {};
  return parseGuid(String(attributeOf(feature, globalIdField) ?? ''));
}

function guidOf(feature: WireFeature): string {
  const guid = globalIdOf(feature);
  if (guid === undefined) throw invalid('With useGlobalIds every feature needs a GlobalID.');
  return guid;
}

function keyOf(feature: WireFeature, useGlobalIds: boolean): FeatureKey {
  if (useGlobalIds) return { globalId: guidOf(feature) };
  const objectId = Number(attributeOf(feature, objectIdField) ?? Number.NaN);
  if (!Number.isSafeInteger(objectId)) throw invalid(`A change needs the feature's ${objectIdField}.`);
  return { objectId };
}

/** Undefined: not sent. The geometry's own spatial reference counts, else the layer's. */
function readShape(feature: WireFeature, layer: HostedLayer, onLoop: boolean): Geometry | null | undefined {
  if (feature.geometry === undefined || layer.geometryType === null) return undefined;
  const geometry = readEsriGeometry(
    withDimensions(feature.geometry, layer),
    'geometry',
    limits.featureVertices,
    onLoop ? limits.loopEditVertices : Infinity,
  );
  if (!geometry) {
    if (hasVertices(feature.geometry))
      throw invalid('The geometry has too few vertices, or rings that enclose nothing.');
    return null;
  }
  if (geometry.kind !== kindOf(layer.geometryType))
    throw invalid(`The layer holds ${layer.geometryType}, not a ${geometry.kind}.`);
  const { spatialReference } = feature.geometry as { spatialReference?: unknown };
  const from = readSpatialReference(spatialReference, 'geometry.spatialReference') ?? layer.wkid;
  const projected = projectGeometry(
    keepDimensions(geometry, layer.hasZ, layer.hasM),
    projectorBetween(from, layer.wkid, 'geometry'),
  );
  if (!projected || !isWithinDomain(envelopeOf(projected), layer.wkid))
    throw invalid("The geometry lies outside the layer's spatial reference.");
  if (onLoop && isCutExpensive(projected, layer.wkid)) throw new TooHeavy();
  return cutAtAntimeridian(projected, layer.wkid);
}

/** A geometry that does not name the dimensions of its vertices has those of its layer, as far as they have numbers. */
function withDimensions(geometry: unknown, { hasZ, hasM }: HostedLayer): unknown {
  if (!hasZ && !hasM) return geometry;
  const json = Object(geometry) as Record<string, unknown>;
  if ('hasZ' in json || 'hasM' in json) return geometry;
  const parts = json['points'] === undefined ? (json['paths'] ?? json['rings']) : [json['points']];
  const [vertex] = Array.isArray(parts) && Array.isArray(parts[0]) ? (parts[0] as unknown[]) : [];
  return Array.isArray(vertex) && vertex.length > 2 ? { ...json, hasZ, hasM } : geometry;
}

/** Whether a geometry has vertices, although they may be too few for a line or an area. */
function hasVertices(geometry: unknown): boolean {
  const { rings, paths } = Object(geometry) as { rings?: unknown; paths?: unknown };
  const parts = rings ?? paths;
  return Array.isArray(parts) && parts.some((part) => Array.isArray(part) && part.length > 0);
}

function invalid(problem: string): MappingError {
  return new MappingError('services:invalid-feature', problem, { status: 400 });
}
