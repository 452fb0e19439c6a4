/** Field types that a layer may have, by their ArcGIS names. Dates are instants; clients send and receive epoch milliseconds. */
export type FieldType =
  | 'esriFieldTypeOID'
  | 'esriFieldTypeGlobalID'
  | 'esriFieldTypeGUID'
  | 'esriFieldTypeSmallInteger'
  | 'esriFieldTypeInteger'
  | 'esriFieldTypeBigInteger'
  | 'esriFieldTypeSingle'
  | 'esriFieldTypeDouble'
  | 'esriFieldTypeString'
  | 'esriFieldTypeDate'
  | 'esriFieldTypeDateOnly'
  | 'esriFieldTypeTimeOnly';

/** Types of a layer's own fields: every type but the keys, which each layer has. */
export type OwnFieldType = Exclude<FieldType, 'esriFieldTypeOID' | 'esriFieldTypeGlobalID'>;

/** Whether a name is that of a type which a layer's own field may have. */
export function isOwnFieldType(name: string): name is OwnFieldType {
  return Object.hasOwn(columnTypes, name) && name !== 'esriFieldTypeOID' && name !== 'esriFieldTypeGlobalID';
}

/** A list of allowed values, or a range of numbers or dates. */
export type Domain = {
  name: string;
  description?: string;
  /** What editors do with the value when they merge or split features; ArcGIS’ own names. */
  mergePolicy?: string;
  splitPolicy?: string;
} & (
  | { type: 'codedValue'; codedValues: { name: string; code: string | number }[] }
  | { type: 'range'; range: [number, number] }
);

/** A field of a hosted layer. `column` is the column's name in the layer's table and never leaves the server. */
export interface Field {
  name: string;
  alias: string;
  description?: string;
  type: FieldType;
  /** Maximum length in characters; strings only. */
  length?: number;
  nullable: boolean;
  editable: boolean;
  domain: Domain | null;
  defaultValue: string | number | null;
  column: string;
}

/**
 * The value of an attribute: dates are epoch milliseconds, days `yyyy-mm-dd`, times of day `hh:mm:ss`, GUIDs lower case without
 * braces.
 */
export type AttributeValue = string | number | null;

/** The column type of each field type. Timestamps are in UTC, so that a session's time zone never changes a response. */
export const columnTypes: Record<FieldType, string> = {
  esriFieldTypeOID: 'bigint',
  esriFieldTypeGlobalID: 'uuid',
  esriFieldTypeGUID: 'uuid',
  esriFieldTypeSmallInteger: 'smallint',
  esriFieldTypeInteger: 'integer',
  esriFieldTypeBigInteger: 'bigint',
  esriFieldTypeSingle: 'real',
  esriFieldTypeDouble: 'double precision',
  esriFieldTypeString: 'text',
  esriFieldTypeDate: 'timestamp(3)',
  esriFieldTypeDateOnly: 'date',
  esriFieldTypeTimeOnly: 'time(0)',
};

type NamedField = Pick<Field, 'name'>;

/** The fields of one list by their names, as written and in lower case, and how many they are: fields may be added to a list. */
interface FieldIndex {
  size: number;
  byName: ReadonlyMap<string, NamedField>;
  byLowerCase: ReadonlyMap<string, NamedField> | undefined;
}

/** Requests name any number of fields: a search of the list for each would block the event loop. */
const indexes = new WeakMap<readonly NamedField[], FieldIndex>();

/** Finds a field by name, ignoring case as ArcGIS clients expect. */
export function findField<Named extends NamedField>(
  fields: readonly Named[],
  name: string,
): Named | undefined {
  let index = indexes.get(fields);
  if (index?.size !== fields.length) {
    index = { size: fields.length, byName: indexBy(fields, (text) => text), byLowerCase: undefined };
    indexes.set(fields, index);
  }
  const exact = index.byName.get(name);
  if (exact) return exact as Named;
  index.byLowerCase ??= indexBy(fields, (text) => text.toLowerCase());
  return index.byLowerCase.get(name.toLowerCase()) as Named | undefined;
}

/** The first field of each name. */
function indexBy(
  fields: readonly NamedField[],
  keyOf: (name: string) => string,
): ReadonlyMap<string, NamedField> {
  const found = new Map<string, NamedField>();
  for (const field of fields) if (!found.has(keyOf(field.name))) found.set(keyOf(field.name), field);
  return found;
}
