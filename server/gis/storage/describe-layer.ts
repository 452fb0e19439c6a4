import { MappingError } from '../../../wire/errors.ts';
import type { Field } from '../layer/field.ts';
import { type EditorTracking, type LayerDefinition, systemFields, trackingNames } from '../layer/layer.ts';
import { canonicalWkid, isKnownWkid } from '../geometry/spatial-reference.ts';
import type { FieldInput, LayerShape } from './service-input.ts';
import { cut } from '../../platform/safety/stored-text.ts';

/** A layer to create, with all defaults filled in. */
export interface DescribedLayer {
  input: LayerShape;
  definition: LayerDefinition;
  wkid: number;
  /** Property of the source features for each field after the system fields; null for editor tracking. */
  sources: readonly (string | null)[];
  /** Indexed columns. */
  indexed: readonly string[];
}

/**
 * @throws MappingError `services:invalid-service` (400) for two fields of the same name or an unknown spatial
 * reference
 */
export function describeLayer(input: LayerShape): DescribedLayer {
  const taken = new Set(systemFields.map(({ name }) => name.toLowerCase()));
  const editorTracking = input.editorTracking === true ? trackingNames : input.editorTracking || null;
  for (const name of Object.values(editorTracking ?? {}) as string[]) taken.add(name.toLowerCase());
  const own = input.fields.map((field, index) => toField(field, index, taken));
  const wkid = canonicalWkid(input.wkid ?? 4326);
  if (!isKnownWkid(wkid)) throw invalid(`The spatial reference ${wkid} is not known here.`);
  const tracked = editorTracking ? trackingFields(editorTracking, own.length) : [];
  return {
    input,
    wkid,
    definition: {
      fields: [...systemFields, ...own, ...tracked],
      displayField:
        input.displayField ?? own.find(({ type }) => type === 'esriFieldTypeString')?.name ?? 'OBJECTID',
      description: input.description ?? '',
      copyright: input.copyright ?? '',
      drawingInfo: input.drawingInfo ?? null,
      minScale: input.minScale ?? 0,
      maxScale: input.maxScale ?? 0,
      defaultVisibility: input.defaultVisibility ?? true,
      hasAttachments: input.hasAttachments ?? false,
      relationships: input.relationships ?? [],
      editorTracking,
      ...(input.ownership && { ownership: input.ownership }),
      ...(input.visitors && { visitors: input.visitors }),
      timeInfo: input.timeInfo ?? null,
      typeIdField: input.typeIdField ?? null,
      types: input.types ?? [],
      templates: input.templates ?? [],
      subtypes: input.subtypes ?? [],
      subtypeField: input.subtypeField ?? null,
      defaultSubtypeCode: input.defaultSubtypeCode ?? null,
      ...(input.maxRecordCount !== undefined && { maxRecordCount: input.maxRecordCount }),
    },
    sources: [...input.fields.map(({ source, name }) => source ?? name), ...tracked.map(() => null)],
    indexed: input.fields.flatMap(({ indexed }, index) => (indexed ? [own[index]?.column ?? ''] : [])),
  };
}

function toField(input: FieldInput, index: number, taken: Set<string>): Field {
  const name = freeName(input.name, taken);
  return {
    name,
    alias: input.alias ?? input.name,
    ...(input.description && { description: input.description }),
    type: input.type,
    ...(input.type === 'esriFieldTypeString' && { length: input.length ?? 4000 }),
    nullable: input.nullable ?? true,
    editable: input.editable ?? true,
    domain: input.domain ?? null,
    defaultValue: input.defaultValue ?? null,
    column: columnName(name, index),
  };
}

/** Names begin with a letter and contain letters, digits and underscores; a duplicate name gets a number. */
function freeName(wanted: string, taken: Set<string>): string {
  const cleaned = cut(wanted.replaceAll(/[^\p{L}\p{N}_]/gu, '_'), 60);
  const base = /^\p{L}/u.test(cleaned) ? cleaned : `F${cleaned}`;
  let name = base;
  for (let number = 1; taken.has(name.toLowerCase()); number += 1) name = `${base}_${number}`;
  taken.add(name.toLowerCase());
  return name;
}

/** Readable in the database, and distinct from internal columns, which have no leading number. */
export function columnName(name: string, index: number): string {
  return `f${index}_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`.slice(0, 60);
}

export function trackingFields(names: EditorTracking, from: number): Field[] {
  const field = (name: string, type: 'esriFieldTypeDate' | 'esriFieldTypeString', index: number): Field => ({
    name,
    alias: name,
    type,
    nullable: true,
    editable: false,
    domain: null,
    defaultValue: null,
    ...(type === 'esriFieldTypeString' && { length: 128 }),
    column: columnName(name, from + index),
  });
  return [
    field(names.creationDateField, 'esriFieldTypeDate', 0),
    field(names.creatorField, 'esriFieldTypeString', 1),
    field(names.editDateField, 'esriFieldTypeDate', 2),
    field(names.editorField, 'esriFieldTypeString', 3),
  ];
}

function invalid(problem: string): MappingError {
  return new MappingError('services:invalid-service', problem, { status: 400 });
}
