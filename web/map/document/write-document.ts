import { audienceMember } from '../../../wire/map-audience.ts';
import { presentationMember } from '../../../wire/map-presentation.ts';
import { layerIds, nameLayer } from './layer-ids.ts';
import { partNames, withPart } from './layer-parts.ts';
import type { LayerFacts, MapFacts } from './map-facts.ts';
import {
  isGroupOfCollections,
  type LayerJson,
  layersIn,
  membersOf,
  type WebMapJson,
} from './web-map-json.ts';

/** Members of the document that only this application writes. */
const ownMembers = [
  ['audience', audienceMember],
  ['presentation', presentationMember],
] as const;

/** New parts of the document, as written by the SDK. */
export interface WrittenParts {
  /** Layers that were added or whose content changed, by id. */
  layers: ReadonlyMap<string, LayerJson>;
  /** Renderers of layers that are drawn in another way, by id. */
  renderers?: ReadonlyMap<string, unknown>;
  /** Layers of which a part was configured, with all of their parts, by id. */
  parts?: ReadonlyMap<string, object>;
  baseMap?: WebMapJson['baseMap'];
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
  align(layersIn(document.operationalLayers), before.layers, layerIds(document), known);
  const original = Array.isArray(document.operationalLayers) ? document.operationalLayers : [];
  const layers = writeLayers(original, before.layers, now.layers, known, written);
  const result = { ...document };
  if (layers !== original && (layers.length > 0 || document.operationalLayers))
    result.operationalLayers = layers;
  if (before.basemap !== now.basemap && written.baseMap) result.baseMap = written.baseMap;
  if (before.bookmarks !== now.bookmarks)
    result.bookmarks = mergeBookmarks(
      Array.isArray(document.bookmarks) ? document.bookmarks : [],
      JSON.parse(before.bookmarks) as unknown[],
      JSON.parse(now.bookmarks) as unknown[],
    );
  for (const [fact, member] of ownMembers) {
    if (before[fact] === now[fact]) continue;
    if (now[fact]) result[member] = JSON.parse(now[fact]) as unknown;
    else delete result[member];
  }
  if (written.viewpoint !== undefined)
    result.initialState = { ...document.initialState, viewpoint: written.viewpoint };
  return result;
}

interface Known {
  json: LayerJson;
  facts: LayerFacts;
}

/** Finds the JSON of each layer. */
function align(
  layers: readonly LayerJson[],
  facts: readonly LayerFacts[],
  ids: ReadonlyMap<LayerJson, string>,
  known: Map<string, Known>,
): void {
  for (const json of layers) {
    const found = facts.find(({ id }) => id === ids.get(json));
    if (!found) continue;
    known.set(found.id, { json, facts: found });
    align(membersOf(json) ?? [], found.layers, ids, known);
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
  const result = withMembers(
    reconfigure(restyle(patch(changed, was, facts), was, facts, written), was, facts, written),
    found,
    facts,
    known,
    written,
  );
  nameLayer(result, facts.id);
  return result;
}

/** The layer with its changed members, if it is a group. */
function withMembers(
  layer: LayerJson,
  { json, facts: was }: Known,
  now: LayerFacts,
  known: ReadonlyMap<string, Known>,
  written: WrittenParts,
): LayerJson {
  if (!membersOf(json)) return layer;
  const collections = isGroupOfCollections(json);
  const list = collections ? json.featureCollection?.layers : json.layers;
  const original = Array.isArray(list) ? list : [];
  const inside = writeLayers(original, was.layers, now.layers, known, written);
  if (inside === original) return layer;
  if (!collections) return { ...layer, layers: inside };
  return {
    ...layer,
    featureCollection: { ...json.featureCollection, layers: inside },
    ...(mustList(layer, was, now) && {
      visibleLayers: now.layers.flatMap(({ visibility }, index) => (visibility ? [index] : [])),
    }),
  };
}

/** Whether the positions of visible collections have to be written. */
function mustList(layer: LayerJson, was: LayerFacts, now: LayerFacts): boolean {
  const listOf = ({ layers }: LayerFacts) => layers.map(({ visibility }) => visibility).join();
  return layer['visibleLayers'] !== undefined || listOf(was) !== listOf(now);
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

function filtered(definition: unknown, filter: string): NonNullable<LayerJson['layerDefinition']> {
  const whole = typeof definition === 'object' ? (definition as LayerJson['layerDefinition']) : undefined;
  const { definitionExpression: _was, ...rest } = whole ?? {};
  return filter ? { ...rest, definitionExpression: filter } : rest;
}

/** The layer with its new renderer; the identical object if that is unchanged. */
function restyle(json: LayerJson, was: LayerFacts, is: LayerFacts, { renderers }: WrittenParts): LayerJson {
  const renderer = was.style === is.style ? undefined : renderers?.get(is.id);
  if (renderer === undefined) return json;
  const [collection, ...others] = json.featureCollection?.layers ?? [];
  if (!collection || others.length > 0) return withRenderer(json, renderer);
  const layers = [withRenderer(collection, renderer)];
  return { ...json, featureCollection: { ...json.featureCollection, layers } };
}

/** The layer with its changed parts; the identical object if there are none. */
function reconfigure(json: LayerJson, was: LayerFacts, is: LayerFacts, { parts }: WrittenParts): LayerJson {
  const written = parts?.get(is.id);
  if (!written) return json;
  return partNames
    .filter((part) => was.parts[part] !== is.parts[part])
    .reduce((result, part) => withPart(result, part, written), json);
}

function withRenderer(json: LayerJson, renderer: unknown): LayerJson {
  const { layerDefinition } = json;
  const drawingInfo = { ...(layerDefinition?.['drawingInfo'] as object | undefined), renderer };
  return { ...json, layerDefinition: { ...layerDefinition, drawingInfo } };
}

type Json = Record<string, unknown>;

/**
 * A document's bookmarks with the changes since, each with the members that other programs gave it.
 *
 * @param original the document's bookmarks
 * @param before those bookmarks as the map wrote them when it was opened
 * @param now as the map writes them now
 */
function mergeBookmarks(
  original: readonly unknown[],
  before: readonly unknown[],
  now: readonly unknown[],
): unknown[] {
  const readable = original.filter(isObject);
  // The SDK drops entries that are not bookmarks.
  const known = before.length === readable.length ? before.filter(isObject) : [];
  const texts = known.map((bookmark) => JSON.stringify(bookmark));
  const left = new Set(known.keys());
  const take = (place: number) => (left.delete(place) ? place : undefined);
  // Unchanged ones first, so that none of them is taken for a changed one.
  const places = now.map((bookmark) => {
    const text = JSON.stringify(bookmark);
    const same = [...left].find((place) => texts[place] === text);
    return same === undefined ? undefined : take(same);
  });
  // A changed one has the same name, or, if none was added or removed, replaces one that is missing.
  const named = now.map((bookmark, index) => {
    if (places[index] !== undefined || !isObject(bookmark)) return undefined;
    const like = [...left].find((place) => known[place]?.['name'] === bookmark['name']);
    return like === undefined ? undefined : take(like);
  });
  return now.map((bookmark, index) => {
    const same = places[index];
    if (same !== undefined) return readable[same];
    if (!isObject(bookmark)) return bookmark;
    const changed = named[index] ?? (now.length === known.length ? [...left][0] : undefined);
    if (changed === undefined) return bookmark;
    left.delete(changed);
    return { ...readable[changed], ...differences(known[changed] ?? {}, bookmark) };
  });
}

function differences(before: Json, now: Json): Json {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
