import { memberAt } from '../../../wire/json.ts';
import { layerParts, marksOf, type PartMarks, withoutParts } from './layer-parts.ts';
import { layerIds } from './layer-ids.ts';
import { type OwnMember, ownMemberNames, ownMembers } from './own-members.ts';
import {
  isGroupOfCollections,
  type LayerJson,
  layersIn,
  membersOf,
  type WebMapJson,
} from './web-map-json.ts';

/** The state of a layer that users can change, as comparable plain values. */
export interface LayerFacts {
  /** Id of the layer in its map. */
  id: string;
  title: string;
  visibility: boolean;
  /** 0 (invisible) to 1. */
  opacity: number;
  /** SQL condition; empty shows everything. */
  filter: string;
  /** Undefined for layers without labels. */
  labels: boolean | undefined;
  /** Identifies how the layer is drawn: another text means another renderer. */
  style: string;
  /** Labels, popup and other parts that are configured one by one. */
  parts: PartMarks;
  /** Identifies the layer's own content, such as drawings: another text means other content. */
  content: string;
  /** Members of a group, bottom first. */
  layers: readonly LayerFacts[];
}

/**
 * The state of a map that users can change, as comparable plain values: its own members as JSON, empty if it
 * has none.
 */
export interface MapFacts extends Readonly<Record<OwnMember, string>> {
  /** The bottom layer first, as in web map documents. */
  layers: readonly LayerFacts[];
  /** Identifies the basemap: another text means another basemap. */
  basemap: string;
  bookmarks: string;
  /** The initial viewpoint. */
  view: string;
}

/** Every layer, groups before their members. */
export function allLayers(layers: readonly LayerFacts[]): LayerFacts[] {
  return layers.flatMap((layer) => [layer, ...allLayers(layer.layers)]);
}

/** The state of a web map document that users can change; everything else counts as content. */
export function factsOfDocument(document: WebMapJson): MapFacts {
  const { operationalLayers, baseMap, bookmarks, initialState } = document;
  return {
    layers: layersOf(layersIn(operationalLayers), layerIds(document)),
    basemap: JSON.stringify([
      layersIn(baseMap?.baseMapLayers).map(({ id: _id, ...layer }) => layer),
      baseMap?.['ignoresTheme'] === true,
    ]),
    bookmarks: JSON.stringify(bookmarks ?? []),
    ...ownTexts((name) => document[ownMembers[name]]),
    view: JSON.stringify(initialState?.viewpoint ?? null),
  };
}

/** The own members of a map as comparable texts; empty for none. */
export function ownTexts(memberOf: (name: OwnMember) => unknown): Record<OwnMember, string> {
  const texts = ownMemberNames.map((name) => {
    const member = memberOf(name);
    return [name, member === undefined ? '' : JSON.stringify(member)] as const;
  });
  return Object.fromEntries(texts) as Record<OwnMember, string>;
}

function layersOf(layers: readonly LayerJson[], ids: ReadonlyMap<LayerJson, string>): LayerFacts[] {
  return layers.map((written) => {
    const layer = withDefinition(written);
    const { id: _id, title, visibility, opacity, showLabels, layerDefinition, ...rest } = withoutParts(layer);
    const members = membersOf(layer);
    const { definitionExpression, ...definition } = layerDefinition ?? {};
    const { renderer, ...drawing } = (definition['drawingInfo'] ?? {}) as { renderer?: unknown };
    const hasMore = Object.keys(drawing).length > 0;
    return {
      id: ids.get(written) ?? '',
      title: title ?? '',
      visibility: visibility ?? true,
      opacity: opacity ?? 1,
      filter: definitionExpression ?? '',
      labels: showLabels,
      style: JSON.stringify(renderer ?? null),
      parts: marksOf((part) =>
        JSON.stringify(layerParts[part].members.map((path) => memberAt(layer, path) ?? null)),
      ),
      content: JSON.stringify([
        members ? withoutMembers(layer, rest) : rest,
        { ...definition, drawingInfo: hasMore ? drawing : undefined },
      ]),
      layers: layersOf(members ?? [], ids),
    };
  });
}

/** A feature collection of one layer with the definition and the popup of that layer as its own, unless it has both. */
function withDefinition(layer: LayerJson): LayerJson {
  const [inside, ...others] = layersIn(layer.featureCollection?.layers);
  if (!inside || others.length > 0) return layer;
  const taken = (['layerDefinition', 'popupInfo', 'formInfo'] as const).filter(
    (name) => name in inside && !(name in layer),
  );
  const own = Object.fromEntries(taken.map((name) => [name, inside[name]]));
  const rest = Object.fromEntries(Object.entries(inside).filter(([name]) => !(name in own)));
  return { ...layer, ...own, featureCollection: { ...layer.featureCollection, layers: [rest] } };
}

/** A group's own content. */
function withoutMembers(layer: LayerJson, rest: LayerJson): object {
  if (!isGroupOfCollections(layer)) return { ...rest, layers: undefined };
  return {
    ...rest,
    featureCollection: { ...rest.featureCollection, layers: undefined },
    visibleLayers: undefined,
  };
}
