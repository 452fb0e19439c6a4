import type { LayerFacts, MapFacts } from './map-facts.ts';
import { type LayerJson, membersOf, type WebMapJson } from './web-map-json.ts';

/** New parts of the document, as written by the SDK. */
export interface WrittenParts {
  /** Layers that were added or whose content changed, by id. */
  layers: ReadonlyMap<string, LayerJson>;
  baseMap?: WebMapJson['baseMap'];
  bookmarks?: unknown[];
  viewpoint?: unknown;
}

/**
 * The open map as a web map document: the opened one with only the changes since. Members added by its author or other
 * programs are preserved, and an unchanged map returns the identical document.
 *
 * @param document the opened document
 * @param before the map's state then, with the map's layer ids
 * @param now the current state
 */
export function writeDocument(
  document: WebMapJson,
  before: MapFacts,
  now: MapFacts,
  written: WrittenParts,
): WebMapJson {
  const known = new Map<string, Known>();
  align(document.operationalLayers ?? [], before.layers, known);
  const layers = writeLayers(document.operationalLayers ?? [], before.layers, now.layers, known, written);
  const result = { ...document };
  if (layers !== document.operationalLayers && (layers.length > 0 || document.operationalLayers))
    result.operationalLayers = layers;
  if (before.basemap !== now.basemap && written.baseMap) result.baseMap = written.baseMap;
  if (before.bookmarks !== now.bookmarks && written.bookmarks) result.bookmarks = written.bookmarks;
  if (written.viewpoint !== undefined)
    result.initialState = { ...document.initialState, viewpoint: written.viewpoint };
  return result;
}

interface Known {
  json: LayerJson;
  facts: LayerFacts;
}

/** Finds the JSON of each layer: by its id, or, if the document has none, by its position among those without. */
function align(layers: readonly LayerJson[], facts: readonly LayerFacts[], known: Map<string, Known>): void {
  const ids = new Set(layers.map(({ id }) => id));
  const nameless = facts.filter(({ id }) => !ids.has(id));
  for (const json of layers) {
    const found = json.id === undefined ? nameless.shift() : facts.find(({ id }) => id === json.id);
    if (!found) continue;
    known.set(found.id, { json, facts: found });
    align(membersOf(json) ?? [], found.layers, known);
  }
}

function writeLayers(
  original: LayerJson[],
  before: readonly LayerFacts[],
  now: readonly LayerFacts[],
  known: ReadonlyMap<string, Known>,
  written: WrittenParts,
): LayerJson[] {
  const result = now.flatMap((facts) => {
    const json = writeLayer(facts, known, written);
    return json ? [json] : [];
  });
  // Layers the map never displayed (unsupported kinds) keep their position.
  const shown = new Set(before.map(({ id }) => known.get(id)?.json));
  for (const [index, json] of original.entries()) if (!shown.has(json)) result.splice(index, 0, json);
  const same = result.length === original.length && result.every((json, index) => json === original[index]);
  return same ? original : result;
}

function writeLayer(
  facts: LayerFacts,
  known: ReadonlyMap<string, Known>,
  written: WrittenParts,
): LayerJson | undefined {
  const found = known.get(facts.id);
  const fresh = written.layers.get(facts.id);
  if (!found) {
    if (!fresh || facts.layers.length === 0) return fresh;
    return { ...fresh, layers: writeLayers([], [], facts.layers, known, written) };
  }
  const { json, facts: was } = found;
  const changed = facts.content === was.content || !fresh ? json : { ...json, ...fresh };
  const patched = patch(changed, was, facts);
  const members = membersOf(json);
  if (!members) return patched;
  const inside = writeLayers(members, was.layers, facts.layers, known, written);
  return inside === members ? patched : { ...patched, layers: inside };
}

/** The layer with its changed members; the identical object if there are none. */
function patch(json: LayerJson, was: LayerFacts, is: LayerFacts): LayerJson {
  const change: LayerJson = {};
  if (was.title !== is.title) change.title = is.title;
  if (was.visibility !== is.visibility) change.visibility = is.visibility;
  if (was.opacity !== is.opacity) change.opacity = is.opacity;
  if (was.labels !== is.labels && is.labels !== undefined) change.showLabels = is.labels;
  if (was.filter !== is.filter) change.layerDefinition = filtered(json.layerDefinition, is.filter);
  return Object.keys(change).length > 0 ? { ...json, ...change } : json;
}

function filtered(definition: LayerJson['layerDefinition'], filter: string): LayerJson['layerDefinition'] {
  const { definitionExpression: _was, ...rest } = definition ?? {};
  return filter ? { ...rest, definitionExpression: filter } : rest;
}
