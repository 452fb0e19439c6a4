import { closest, type DocumentState, type Known, type KnownLayers, knownLayers } from './known-layers.ts';
import { nameLayer } from './layer-ids.ts';
import { partNames, withLayerMember, withPart } from './layer-parts.ts';
import type { LayerFacts, MapFacts } from './map-facts.ts';
import { mergeBookmarks } from './merge-bookmarks.ts';
import { type OwnMember, ownMemberNames, ownMembers } from './own-members.ts';
import { isGroupOfCollections, type LayerJson, membersOf, type WebMapJson } from './web-map-json.ts';

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
 * programs are preserved, and an unchanged map returns the identical document. What undo returned to the state of an
 * earlier document is written as it is there.
 *
 * @param document the opened or last saved document
 * @param before the map's state then, with the map's layer ids
 * @param now the current state
 * @param earlier documents before that one, the latest first
 */
export function writeDocument(
  document: WebMapJson,
  before: MapFacts,
  now: MapFacts,
  written: WrittenParts,
  earlier: readonly DocumentState[] = [],
): WebMapJson {
  const known = knownLayers([{ document, facts: before }, ...earlier]);
  const original = Array.isArray(document.operationalLayers) ? document.operationalLayers : [];
  const layers = writeLayers(original, before.layers, now.layers, known, written);
  const result = { ...document };
  if (layers !== original && (layers.length > 0 || document.operationalLayers))
    result.operationalLayers = layers;
  /** Writes a member that was changed, or takes it from the earlier document with the present state. */
  const write = (fact: MemberFact, member: string, value: () => unknown) => {
    if (before[fact] === now[fact]) return;
    const origin = earlier.find(({ facts }) => facts[fact] === now[fact]);
    const next = origin ? origin.document[member] : value();
    if (next === undefined) delete result[member];
    else result[member] = next;
  };
  write('basemap', 'baseMap', () => written.baseMap ?? document.baseMap);
  write('bookmarks', 'bookmarks', () =>
    mergeBookmarks(
      Array.isArray(document.bookmarks) ? document.bookmarks : [],
      JSON.parse(before.bookmarks) as unknown[],
      JSON.parse(now.bookmarks) as unknown[],
    ),
  );
  for (const name of ownMemberNames)
    write(name, ownMembers[name], () => (now[name] ? (JSON.parse(now[name]) as unknown) : undefined));
  if (written.viewpoint !== undefined)
    result.initialState = { ...document.initialState, viewpoint: written.viewpoint };
  return result;
}

type MemberFact = 'basemap' | 'bookmarks' | OwnMember;

function writeLayers(
  original: LayerJson[],
  before: readonly LayerFacts[],
  now: readonly LayerFacts[],
  known: KnownLayers,
  written: WrittenParts,
): LayerJson[] {
  const result = now.flatMap((facts) => {
    const json = writeLayer(facts, known, written);
    return json ? [json] : [];
  });
  // Layers the map never displayed (unsupported kinds) keep their position.
  const shown = new Set(before.flatMap(({ id }) => known.get(id)?.map(({ json }) => json) ?? []));
  for (const [index, json] of original.entries()) if (!shown.has(json)) result.splice(index, 0, json);
  const same = result.length === original.length && result.every((json, index) => json === original[index]);
  return same ? original : result;
}

function writeLayer(facts: LayerFacts, known: KnownLayers, written: WrittenParts): LayerJson | undefined {
  const found = closest(known.get(facts.id) ?? [], facts);
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
  known: KnownLayers,
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
  const result = Object.keys(change).length > 0 ? { ...json, ...change } : json;
  return was.filter === is.filter ? result : withLayerMember(result, filterPath, is.filter || undefined);
}

const filterPath = ['layerDefinition', 'definitionExpression'];
const rendererPath = ['layerDefinition', 'drawingInfo', 'renderer'];

/** The layer with its new renderer; the identical object if that is unchanged. */
function restyle(json: LayerJson, was: LayerFacts, is: LayerFacts, { renderers }: WrittenParts): LayerJson {
  const renderer = was.style === is.style ? undefined : renderers?.get(is.id);
  return renderer === undefined ? json : withLayerMember(json, rendererPath, renderer);
}

/** The layer with its changed parts; the identical object if there are none. */
function reconfigure(json: LayerJson, was: LayerFacts, is: LayerFacts, { parts }: WrittenParts): LayerJson {
  const written = parts?.get(is.id);
  if (!written) return json;
  return partNames
    .filter((part) => was.parts[part] !== is.parts[part])
    .reduce((result, part) => withPart(result, part, written), json);
}
