import type { EsriGeometryType } from '../geometry/geometry.ts';
import type { Field } from '../layer/field.ts';
import { type HostedLayer, objectIdField } from '../layer/layer.ts';
import { geometryProperty } from './filter/cql2.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

const geometryFormats: Readonly<Record<EsriGeometryType, string>> = {
  esriGeometryPoint: 'geometry-point',
  esriGeometryMultipoint: 'geometry-multipoint',
  esriGeometryPolyline: 'geometry-linestring-or-multilinestring',
  esriGeometryPolygon: 'geometry-polygon-or-multipolygon',
};

/** The JSON Schema of a field's values. */
export function fieldSchema({ type, alias, name, length, domain, description }: Field): object {
  const isText = type === 'esriFieldTypeString';
  const codes = domain?.type === 'codedValue' ? domain.codedValues : [];
  return {
    title: alias || name,
    ...(description && { description }),
    ...typeOf(type),
    ...(isText && length !== undefined && { maxLength: length }),
    ...(codes.length > 0 && { enum: codes.map(({ code }) => code) }),
    ...(domain?.type === 'range' && { minimum: domain.range[0], maximum: domain.range[1] }),
  };
}

function typeOf(type: Field['type']): object {
  switch (type) {
    case 'esriFieldTypeOID':
    case 'esriFieldTypeSmallInteger':
    case 'esriFieldTypeInteger':
    case 'esriFieldTypeBigInteger':
      return { type: 'integer' };
    case 'esriFieldTypeSingle':
    case 'esriFieldTypeDouble':
      return { type: 'number' };
    case 'esriFieldTypeDate':
      return { type: 'string', format: 'date-time' };
    case 'esriFieldTypeDateOnly':
      return { type: 'string', format: 'date' };
    case 'esriFieldTypeTimeOnly':
      return { type: 'string', format: 'time' };
    case 'esriFieldTypeGUID':
    case 'esriFieldTypeGlobalID':
      return { type: 'string', format: 'uuid' };
    case 'esriFieldTypeString':
      return { type: 'string' };
  }
}

/** The schema of a collection's features, or of its queryables. */
export function collectionSchema(layer: HostedLayer, kind: 'queryables' | 'schema', id: string): object {
  const roles = new Map<string, string>([[objectIdField, 'id']]);
  const { timeInfo, geometryType } = layer;
  if (timeInfo && timeInfo.endTimeField) {
    roles.set(timeInfo.startTimeField, 'primary-interval-start');
    roles.set(timeInfo.endTimeField, 'primary-interval-end');
  } else if (timeInfo) roles.set(timeInfo.startTimeField, 'primary-instant');
  const fields = layer.fields.map((field, index) => {
    const role = kind === 'schema' ? roles.get(field.name) : undefined;
    const order = kind === 'schema' && { 'x-ogc-propertySeq': index + 1 };
    const readOnly = kind === 'schema' && !field.editable && { readOnly: true };
    return [
      field.name,
      { ...fieldSchema(field), ...order, ...readOnly, ...(role && { 'x-ogc-role': role }) },
    ];
  });
  return {
    $schema: dialect,
    $id: id,
    type: 'object',
    title: layer.name,
    ...(layer.description && { description: layer.description }),
    properties: {
      ...(geometryType && {
        [geometryProperty]: {
          title: 'Geometry',
          format: geometryFormats[geometryType],
          ...(kind === 'schema' && { 'x-ogc-role': 'primary-geometry' }),
        },
      }),
      ...Object.fromEntries(fields),
    },
    ...(kind === 'queryables' && { additionalProperties: false }),
  };
}
