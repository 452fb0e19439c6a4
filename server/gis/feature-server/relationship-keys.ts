import { type Field, findField } from '../layer/field.ts';
import type { HostedLayer, Relationship } from '../layer/layer.ts';
import { areComparable } from '../where/typed-condition.ts';

type Side = Pick<HostedLayer, 'layerId' | 'fields' | 'relationships'>;

/** The fields by which features of two layers are related; undefined where there is none. */
export interface RelationshipKeys {
  key: Field | undefined;
  relatedKey: Field | undefined;
}

/** The description of a relationship by the other layer; undefined where only one of the two describes it. */
export function otherSide(layer: Side, { id }: Relationship, related: Side): Relationship | undefined {
  return related.relationships.find((each) => each.id === id && each.relatedTableId === layer.layerId);
}

/**
 * The keys of a relationship of a layer. Where the related layer does not describe its side, its key is the field of the same
 * name; never its ids, because two layers that number their features from 1 are not related.
 */
export function relationshipKeys(layer: Side, relationship: Relationship, related: Side): RelationshipKeys {
  const key = findField(layer.fields, relationship.keyField);
  const other = otherSide(layer, relationship, related);
  if (other) return { key, relatedKey: findField(related.fields, other.keyField) };
  const namesake = key && findField(related.fields, key.name);
  const isKey = namesake && !ids.has(key.type) && !ids.has(namesake.type) && areComparable(key, namesake);
  return { key, relatedKey: isKey ? namesake : undefined };
}

const ids = new Set<Field['type']>(['esriFieldTypeOID', 'esriFieldTypeGlobalID']);
