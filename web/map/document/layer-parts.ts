import { memberAt, objectOf } from '../../../wire/json.ts';
import type { LayerJson } from './web-map-json.ts';

/** A configured part of a layer: properties that are changed, undone and saved together. */
export interface LayerPartRule {
  /** The kind of its changes in the history. */
  change: string;
  /** Properties of the SDK's layer. */
  properties: readonly string[];
  /** Members of the layer's JSON, as paths. */
  members: readonly (readonly string[])[];
}

/** The parts that are compared, undone and saved in the same way. */
export const layerParts = {
  labelClasses: {
    change: 'labels',
    properties: ['labelingInfo'],
    members: [['layerDefinition', 'drawingInfo', 'labelingInfo']],
  },
  popup: {
    change: 'popup',
    properties: ['popupTemplate', 'popupEnabled'],
    members: [['popupInfo'], ['disablePopup']],
  },
  form: { change: 'form', properties: ['formTemplate'], members: [['formInfo']] },
  table: { change: 'table', properties: ['attributeTableTemplate'], members: [['attributeTableInfo']] },
  charts: { change: 'charts', properties: ['charts'], members: [['charts']] },
  scales: {
    change: 'scale',
    properties: ['minScale', 'maxScale'],
    // Layers with features and other layers have them in different places.
    members: [['layerDefinition', 'minScale'], ['layerDefinition', 'maxScale'], ['minScale'], ['maxScale']],
  },
  refresh: { change: 'refresh', properties: ['refreshInterval'], members: [['refreshInterval']] },
  effect: { change: 'effect', properties: ['effect'], members: [['effect']] },
  blend: { change: 'effect', properties: ['blendMode'], members: [['blendMode']] },
  clusters: {
    change: 'style',
    properties: ['featureReduction'],
    members: [['layerDefinition', 'featureReduction']],
  },
} as const satisfies Record<string, LayerPartRule>;

export type LayerPart = keyof typeof layerParts;
export const partNames = Object.keys(layerParts) as LayerPart[];

/** All parts of a layer as comparable texts; an empty text for an absent part. */
export type PartMarks = Readonly<Record<LayerPart, string>>;

export function marksOf(mark: (part: LayerPart) => string): PartMarks {
  return Object.fromEntries(partNames.map((part) => [part, mark(part)])) as Record<LayerPart, string>;
}

type Members = Record<string, unknown>;

/** A copy with the value at a path replaced, or without it if the value is undefined; the same object if nothing differs. */
export function withMember<Json extends object>(json: Json, path: readonly string[], value: unknown): Json {
  const [name = '', ...rest] = path;
  const was = (json as Members)[name];
  if (rest.length > 0) {
    const inner = objectOf(was);
    const next = withMember(inner, rest, value);
    return next === inner ? json : { ...json, [name]: next };
  }
  if (value !== undefined) return { ...json, [name]: value };
  if (!(name in json)) return json;
  const { [name]: _gone, ...others } = json as Members;
  return others as Json;
}

/** A copy of a layer's JSON with one part as it is in another JSON of the layer. */
export function withPart(json: LayerJson, part: LayerPart, written: object): LayerJson {
  return layerParts[part].members.reduce<LayerJson>(
    (result, path) => withLayerMember(result, path, memberAt(written, path)),
    json,
  );
}

/**
 * A copy of a layer's JSON with another value at a path, or without it if the value is undefined. The
 * definition of a feature collection belongs to its only layer; one that a program wrote beside it is read,
 * too, and changes with it.
 */
export function withLayerMember(json: LayerJson, path: readonly string[], value: unknown): LayerJson {
  const [collection, ...others] = json.featureCollection?.layers ?? [];
  const isInside =
    collection && others.length === 0 && (path[0] === 'layerDefinition' || isInsideOnly(json, path));
  if (!isInside) return withMember(json, path, value);
  const layers = [withMember(collection, path, value)];
  const result = { ...json, featureCollection: { ...json.featureCollection, layers } };
  return memberAt(json, path) === undefined ? result : withMember(result, path, value);
}

/** Popups of a feature collection belong to its only layer, unless a program wrote them beside it. */
function isInsideOnly(json: LayerJson, [name = '']: readonly string[]): boolean {
  return (name === 'popupInfo' || name === 'formInfo') && !(name in json);
}

/** A copy of a layer's JSON without its parts. */
export function withoutParts(json: LayerJson): LayerJson {
  return partNames
    .flatMap((part) => [...layerParts[part].members])
    .reduce<LayerJson>(
      (result, path) => (memberAt(result, path) === undefined ? result : withMember(result, path, undefined)),
      json,
    );
}
