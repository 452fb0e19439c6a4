import { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { relationshipMembers, relationshipSchema } from '../../definitions/read-layer.ts';
import { refuseUnkept } from '../../definitions/refuse-unkept.ts';
import { findField } from '../../layer/field.ts';
import type { HostedLayer, Relationship } from '../../layer/layer.ts';
import { areComparable } from '../../where/typed-condition.ts';
import { otherSide, relationshipKeys } from '../relationship-keys.ts';

/** One side of a relationship; without a number it belongs to the other side that waits for it, or is new. */
export const addedRelationship = z.looseObject({
  ...relationshipSchema.shape,
  id: relationshipSchema.shape.id.optional(),
  composite: z.literal(false, 'Composite relationships are not supported.').nullish(),
  relationshipTableId: z.number().max(-1, 'Attributed relationships are not supported.').nullish(),
});
export type AddedRelationship = z.output<typeof addedRelationship>;

export const removedRelationship = z.union(
  [z.looseObject({ id: z.number().int() }), z.looseObject({ name: z.string() })],
  'Specify the id or the name of a relationship.',
);

const parameter = 'relationships';
/** Relationships of one layer. */
const max = 50;

/**
 * Adds relationships to a layer of a service. ArcGIS describes each side by itself, so one side may come before
 * the other; features are related when both are there, or both layers have a key of the same name.
 * @returns all layers of the service
 * @throws MappingError 400 for keys that do not exist or cannot be compared, and sides that do not fit each other
 */
export function addRelationships(
  layers: readonly HostedLayer[],
  layerId: number,
  added: readonly AddedRelationship[],
): HostedLayer[] {
  return added.reduce((all, one) => addOne(all, layerId, one), [...layers]);
}

function addOne(layers: readonly HostedLayer[], layerId: number, given: AddedRelationship): HostedLayer[] {
  const layer = requireLayer(layers, layerId);
  refuseUnkept(given, relationshipMembers, 'A relationship', (problem) => parameterError(parameter, problem));
  const related = layers.find((each) => each.layerId === given.relatedTableId);
  if (!related) throw parameterError(parameter, `There is no layer ${given.relatedTableId}.`);
  if (related === layer) throw parameterError(parameter, 'A layer cannot be related to itself.');
  if (layer.relationships.length >= max)
    throw parameterError(parameter, `A layer has at most ${max} relationships.`);
  const { name, relatedTableId, cardinality, role } = given;
  const key = findField(layer.fields, given.keyField);
  if (!key)
    throw parameterError(parameter, `The layer ${layer.name} has no field ${given.keyField.slice(0, 60)}.`);
  const waiting = related.relationships.filter(
    (other) => other.relatedTableId === layerId && !otherSide(related, other, layer),
  );
  const numbers = layers.flatMap((each) => each.relationships.map(({ id }) => id));
  const id = given.id ?? waiting.find((other) => other.role !== role)?.id ?? Math.max(-1, ...numbers) + 1;
  if (layer.relationships.some((each) => each.id === id))
    throw parameterError(parameter, `The layer ${layer.name} has a relationship ${id} already.`);
  const side: Relationship = { id, name, relatedTableId, cardinality, role, keyField: key.name };
  const other = related.relationships.find((each) => each.id === id);
  if (other) checkSides(layer, side, related, other);
  else if (numbers.includes(id))
    throw parameterError(
      parameter,
      `The relationship ${id} belongs to other layers. Omit the id to create a new one.`,
    );
  const changed = { ...layer, relationships: [...layer.relationships, side] };
  return layers.map((each) => (each === layer ? changed : each));
}

function checkSides(layer: HostedLayer, side: Relationship, related: HostedLayer, other: Relationship): void {
  if (other.relatedTableId !== layer.layerId)
    throw parameterError(parameter, `The relationship ${side.id} of ${related.name} is with another layer.`);
  if (other.role === side.role)
    throw parameterError(parameter, 'One side is the origin, and the other the destination.');
  if (other.cardinality !== side.cardinality)
    throw parameterError(parameter, 'Both sides have the same cardinality.');
  const { key, relatedKey } = relationshipKeys(layer, side, related);
  if (key && relatedKey && areComparable(key, relatedKey)) return;
  throw parameterError(
    parameter,
    `The values of ${layer.name}.${side.keyField} and ${related.name}.${other.keyField} cannot be compared: their types differ.`,
  );
}

/** Deletes relationships from both of their layers; no feature changes. */
export function deleteRelationships(
  layers: readonly HostedLayer[],
  layerId: number,
  removed: readonly z.output<typeof removedRelationship>[],
): HostedLayer[] {
  const { relationships, name } = requireLayer(layers, layerId);
  const ids = removed.map((one) => {
    const found = relationships.find((each) =>
      typeof one['id'] === 'number' ? each.id === one['id'] : each.name === one['name'],
    );
    if (!found) throw parameterError(parameter, `The layer ${name} has no such relationship.`);
    return found;
  });
  const isGone = (layer: HostedLayer, { id, relatedTableId }: Relationship) =>
    ids.some(
      (gone) =>
        gone.id === id &&
        (layer.layerId === layerId || (layer.layerId === gone.relatedTableId && relatedTableId === layerId)),
    );
  return layers.map((layer) => {
    const kept = layer.relationships.filter((each) => !isGone(layer, each));
    return kept.length === layer.relationships.length ? layer : { ...layer, relationships: kept };
  });
}

function requireLayer(layers: readonly HostedLayer[], id: number): HostedLayer {
  const layer = layers.find(({ layerId }) => layerId === id);
  if (!layer) throw parameterError(parameter, `There is no layer ${id}.`);
  return layer;
}
