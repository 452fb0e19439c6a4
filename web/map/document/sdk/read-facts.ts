import type Collection from '@arcgis/core/core/Collection.js';
import type WebMap from '@arcgis/core/WebMap.js';
import type { MapAudience } from '../../../../wire/map-audience.ts';
import type { MapPresentation } from '../../../../wire/map-presentation.ts';
import { isComputed } from '../../analysis/recipes.ts';
import type { BasemapPair } from '../../map-source.ts';
import { ignoresTheme, memberOfPair } from '../../sdk/chosen-basemap.ts';
import type { Store } from '../../../store.ts';
import { layerParts, marksOf } from '../layer-parts.ts';
import { sublayersMark } from '../../sdk/sublayers.ts';
import type { LayerFacts, MapFacts } from '../map-facts.ts';
import {
  type AnyLayer,
  belongsToMap,
  graphicsOf,
  membersOfGroup,
  placedOf,
  placeMark,
} from './layer-kinds.ts';

export interface FactsReader {
  marks: IdentityMarks;
  /** Ids of the document's layers. */
  documented: ReadonlySet<string>;
  pair: BasemapPair;
  audience: Store<MapAudience | undefined>;
  presentation: Store<MapPresentation | undefined>;
}

/** The state of the open map, read through the SDK's accessors, so that `watch` detects every change. */
export function readFacts(map: WebMap, reader: FactsReader): MapFacts {
  return {
    layers: readLayers(map.layers as unknown as Collection<AnyLayer>, reader),
    basemap: basemapMark(map, reader),
    bookmarks: JSON.stringify(map.bookmarks?.map((bookmark) => bookmark.toJSON()).toArray() ?? []),
    audience: textOf(reader.audience.get()),
    presentation: textOf(reader.presentation.get()),
    // Only saving changes the initial viewpoint.
    view: '',
  };
}

/** An own member of the document as comparable text; empty for none. */
function textOf(member: MapAudience | MapPresentation | undefined): string {
  return member ? JSON.stringify(member) : '';
}

function readLayers(layers: Collection<AnyLayer>, reader: FactsReader): LayerFacts[] {
  return layers
    .toArray()
    .filter((layer) => belongsToMap(layer, reader.documented))
    .map((layer) => readLayer(layer, reader));
}

function readLayer(layer: AnyLayer, reader: FactsReader): LayerFacts {
  const members = membersOfGroup(layer);
  return {
    id: layer.id,
    title: layer.title ?? '',
    visibility: layer.visible,
    opacity: Math.round(layer.opacity * 100) / 100,
    filter: layer.definitionExpression ?? '',
    labels: layer.labelsVisible,
    style: reader.marks.ofContent(layer.renderer),
    parts: marksOf((part) =>
      layerParts[part].properties.map((property) => reader.marks.ofValue(valueOf(layer, property))).join(';'),
    ),
    content: contentMark(layer, reader.marks),
    layers: members ? readLayers(members, reader) : [],
  };
}

/** A property that some kinds of layers have. */
function valueOf(layer: AnyLayer, property: string): unknown {
  return (layer as unknown as Record<string, unknown>)[property];
}

/** Drawings are replaced instead of modified, so their parts are compared by identity. */
function contentMark(layer: AnyLayer, marks: IdentityMarks): string {
  const placed = placedOf(layer);
  if (placed.length > 0) return placed.map(placeMark).join(';');
  const sublayers = sublayersMark(layer);
  if (sublayers) return sublayers;
  // One that is computed again replaces a layer with the same id.
  if (isComputed(layer)) return marks.of(layer);
  return graphicsOf(layer)
    .flatMap((graphics) =>
      graphics
        .toArray()
        .map((graphic) =>
          [graphic, graphic.geometry, graphic.symbol, graphic.attributes as object]
            .map((part) => marks.of(part))
            .join(','),
        ),
    )
    .join(';');
}

/** The organisation's two basemaps count as one that follows the theme, unless the user chose the other one. */
function basemapMark({ basemap }: WebMap, { marks, pair }: FactsReader): string {
  const member = memberOfPair(basemap, pair);
  if (!member) return marks.of(basemap);
  return ignoresTheme(basemap, pair) ? `organisation-${member}` : 'organisation';
}

/** Numbers objects, so that object identity can be compared as text. */
export class IdentityMarks {
  readonly #texts = new WeakMap<object, string>();
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  /** The same text for the same object, a different one otherwise. */
  of(object: object | null | undefined): string {
    if (!object) return '-';
    const known = this.#numbers.get(object);
    if (known !== undefined) return `${known}`;
    this.#numbers.set(object, ++this.#last);
    return `${this.#last}`;
  }

  /** The content of an object that is replaced instead of modified, as text. */
  ofContent(object: { toJSON(): unknown } | null | undefined): string {
    if (!object) return '';
    const text = this.#texts.get(object) ?? JSON.stringify(object.toJSON());
    this.#texts.set(object, text);
    return text;
  }

  /** Any value of a layer as text; objects and lists are replaced instead of modified. */
  ofValue(value: unknown): string {
    if (value === undefined || value === null) return '';
    if (typeof value !== 'object') return JSON.stringify(value);
    const text = this.#texts.get(value) ?? JSON.stringify(withoutGenerated(value));
    this.#texts.set(value, text);
    return text;
  }
}

interface Generated {
  isAutoGenerated?: unknown;
  authoringInfo?: { isAutoGenerated?: unknown };
}

/**
 * The JSON of a value without what the SDK has generated. Layer views add a renderer and fields to clusters and bins, and then
 * replace them by a clone.
 */
function withoutGenerated(value: unknown): unknown {
  return authored(JSON.parse(JSON.stringify(value)));
}

function authored(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(authored).filter((one) => one !== undefined);
  if (typeof json !== 'object' || json === null) return json;
  const { isAutoGenerated, authoringInfo } = json as Generated;
  if (isAutoGenerated === true || authoringInfo?.isAutoGenerated === true) return undefined;
  const members = Object.entries(json)
    .map(([name, member]) => [name, authored(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
