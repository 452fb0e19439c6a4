import { layerIds } from './layer-ids.ts';
import { memberAt, objectOf } from '../../../wire/json.ts';
import { layerParts, partNames, withMember } from './layer-parts.ts';
import type { LayerFacts, MapFacts } from './map-facts.ts';
import { type LayerJson, layersIn, membersOf, type WebMapJson } from './web-map-json.ts';

/** A document, and the state of the map in it. */
export interface DocumentState {
  document: WebMapJson;
  facts: MapFacts;
}

/** A layer in a document, and its state there. */
export interface Known {
  json: LayerJson;
  facts: LayerFacts;
}

/** The layers of some documents by id, each as in the documents that have it, in the order of these. */
export type KnownLayers = ReadonlyMap<string, readonly Known[]>;

export function knownLayers(documents: readonly DocumentState[]): KnownLayers {
  const known = new Map<string, Known[]>();
  for (const { document, facts } of documents)
    align(layersIn(document.operationalLayers), facts.layers, layerIds(document), known);
  return known;
}

/** Finds the JSON of each layer. */
function align(
  layers: readonly LayerJson[],
  facts: readonly LayerFacts[],
  ids: ReadonlyMap<LayerJson, string>,
  known: Map<string, Known[]>,
): void {
  for (const json of layers) {
    const found = facts.find(({ id }) => id === ids.get(json));
    if (!found) continue;
    known.set(found.id, [...(known.get(found.id) ?? []), { json, facts: found }]);
    align(membersOf(json) ?? [], found.layers, ids, known);
  }
}

/** The members of a layer's JSON that express each part of its state. */
const members = {
  title: [['title']],
  visibility: [['visibility']],
  opacity: [['opacity']],
  labels: [['showLabels']],
  filter: [['layerDefinition', 'definitionExpression']],
  style: [['layerDefinition', 'drawingInfo', 'renderer']],
} as const;
const factNames = Object.keys(members) as (keyof typeof members)[];

/**
 * The known layer that differs least from the present one, with what others of them have in common with the
 * present one; undefined for a new layer.
 */
export function closest(known: readonly Known[], now: LayerFacts): Known | undefined {
  let best = known[0];
  for (const one of known) if (best && differences(one.facts, now) < differences(best.facts, now)) best = one;
  if (!best || known.length === 1) return best;
  let { json, facts } = best;
  for (const name of factNames) {
    const origin = facts[name] === now[name] ? undefined : known.find((one) => one.facts[name] === now[name]);
    if (!origin) continue;
    json = withMembersOf(json, origin.json, members[name]);
    facts = { ...facts, [name]: now[name] };
  }
  for (const part of partNames) {
    const mark = now.parts[part];
    const origin =
      facts.parts[part] === mark ? undefined : known.find((one) => one.facts.parts[part] === mark);
    if (!origin) continue;
    json = withMembersOf(json, origin.json, layerParts[part].members);
    facts = { ...facts, parts: { ...facts.parts, [part]: mark } };
  }
  return { json, facts };
}

/** In how much two states differ. Content weighs most: other parts of the layer can be inside of it. */
function differences(was: LayerFacts, is: LayerFacts): number {
  const different = factNames.filter((name) => was[name] !== is[name]).length;
  const parts = partNames.filter((part) => was.parts[part] !== is.parts[part]).length;
  return different + parts + (was.content === is.content ? 0 : 100);
}

/** A layer's JSON with some members as in another JSON of the layer, also where that has none. */
function withMembersOf(json: LayerJson, other: LayerJson, paths: readonly (readonly string[])[]): LayerJson {
  const result = paths.reduce((changed, path) => withMemberOf(changed, other, path), json);
  // Some members of a feature collection belong to its only layer.
  const [inside, ...more] = result.featureCollection?.layers ?? [];
  const [from] = other.featureCollection?.layers ?? [];
  if (!inside || !from || more.length > 0) return result;
  const layers = [withMembersOf(inside, from, paths)];
  return { ...result, featureCollection: { ...result.featureCollection, layers } };
}

/** An object that becomes empty is as the other JSON has it: perhaps not at all. */
function withMemberOf<Json extends object>(
  json: Json,
  other: object,
  [name = '', ...rest]: readonly string[],
): Json {
  const value = memberAt(other, [name]);
  const was = memberAt(json, [name]);
  if (rest.length === 0) return withMember(json, [name], value);
  const inner = withMemberOf(objectOf(was), objectOf(value), rest);
  return withMember(json, [name], Object.keys(inner).length > 0 ? inner : value);
}
