import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import { layerColour, layerColours, type Rgb } from '../../../wire/layer-colours.ts';
import type { FeatureLook } from './add-layers.ts';
import type MapView from '@arcgis/core/views/MapView.js';

const kinds = ['point', 'multipoint', 'polyline', 'polygon'] as const;
export type Kind = (typeof kinds)[number];

/** The first colour that no layer of the map and none of the others uses. */
export function unusedColor({ map }: Pick<MapView, 'map'>, others: readonly Layer[] = []): Rgb {
  const layers = [...(map?.allLayers.toArray() ?? []), ...others];
  const used = layers.flatMap((layer) => {
    const { renderer } = layer as FeatureLayer;
    const symbol = renderer?.type === 'simple' ? renderer.symbol : undefined;
    return symbol?.color ? [symbol.color.toRgb().join()] : [];
  });
  return layerColours.find((color) => !used.includes(color.join())) ?? layerColour(used.length);
}

/** One symbol of a colour for a kind of shapes. */
export function rendererFor(kind: Kind, color: Rgb): object {
  const outline = { type: 'simple-line', color: [255, 255, 255], width: 1 };
  const symbols: Record<Kind, object> = {
    point: { type: 'simple-marker', size: 9, color, outline },
    multipoint: { type: 'simple-marker', size: 9, color, outline },
    polyline: { type: 'simple-line', color, width: 2.5 },
    polygon: {
      type: 'simple-fill',
      color: [...color, 0.25],
      outline: { type: 'simple-line', color, width: 1.5 },
    },
  };
  return { type: 'simple', symbol: symbols[kind] };
}

/** Layers whose sources define no style: the SDK would draw all of them the same way. */
const plain: ReadonlySet<string> = new Set(['wfs', 'ogc-feature', 'geojson', 'csv']);

/** Gives each loaded layer without a style of its own an unused colour. */
export function colorLayers(view: Pick<MapView, 'map'>, layers: readonly Layer[]): void {
  const colored: Layer[] = [];
  for (const layer of layers as FeatureLayer[]) {
    const { type, geometryType } = layer;
    if (!plain.has(type) || !kinds.includes(geometryType as Kind)) continue;
    // The SDK converts the plain object.
    layer.set({ renderer: rendererFor(geometryType as Kind, unusedColor(view, colored)) });
    colored.push(layer);
  }
}

/** Classes of looks; rarer ones are drawn like the others. */
const maxLooks = 50;

/** The field with the class of a feature's look. */
export const lookField = 'style_class';

/**
 * The renderer of features of a file with looks of their own, and the class of each of them.
 * @returns undefined if none has a look
 */
export function looksOf(
  kind: Kind,
  looks: readonly (FeatureLook | undefined)[],
  color: Rgb,
): { renderer: object; classes: readonly (string | null)[] } | undefined {
  const texts = looks.map((look) => (look ? JSON.stringify(look) : undefined));
  const counts = new Map<string, number>();
  for (const text of texts) if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  const known = [...counts.entries()].toSorted(([, one], [, other]) => other - one).map(([text]) => text);
  const [first] = known;
  if (!first) return undefined;
  const usual = rendererFor(kind, color) as { symbol: object };
  if (known.length === 1 && !texts.includes(undefined))
    return {
      renderer: { type: 'simple', symbol: symbolOf(kind, JSON.parse(first) as FeatureLook, color) },
      classes: [],
    };
  const drawn = known.slice(0, maxLooks);
  const classes = texts.map((text) => {
    const index = text === undefined ? -1 : drawn.indexOf(text);
    return index === -1 ? null : String(index + 1);
  });
  const renderer = {
    type: 'unique-value',
    field: lookField,
    defaultSymbol: usual.symbol,
    uniqueValueInfos: drawn.map((text, index) => ({
      value: String(index + 1),
      label: String(index + 1),
      symbol: symbolOf(kind, JSON.parse(text) as FeatureLook, color),
    })),
  };
  return { renderer, classes };
}

function symbolOf(kind: Kind, look: FeatureLook, color: Rgb): object {
  const [own, stroke, fill] = [look.color, look.stroke, look.fill].map((css) =>
    css ? rgbOf(css) : undefined,
  );
  const line = {
    type: 'simple-line',
    color: [...(stroke ?? color), look.strokeOpacity ?? 1],
    width: look.strokeWidth ?? 1.5,
  };
  if (kind === 'polyline') return line;
  if (kind === 'polygon')
    return {
      type: 'simple-fill',
      color: [...(fill ?? color), look.fillOpacity ?? (fill ? 1 : 0.25)],
      outline: line,
    };
  const outline = { type: 'simple-line', color: [255, 255, 255], width: 1 };
  return { type: 'simple-marker', size: Math.min(40, 9 * (look.scale ?? 1)), color: own ?? color, outline };
}

/** `#rgb` or `#rrggbb`; undefined for other texts. */
function rgbOf(css: string): Rgb | undefined {
  const [, hex = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(css) ?? [];
  if (hex === '') return undefined;
  const wide = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)) as unknown as Rgb;
}

/**
 * The renderer of a computed layer: one colour, darker for higher counts.
 * @param max the greatest value of the field `count`; undefined without counts
 */
export function layerLook(view: Pick<MapView, 'map'>, kind: Kind, max: number | undefined): object {
  const color = unusedColor(view);
  const renderer = rendererFor(kind, color);
  if (max === undefined || kind !== 'polygon') return renderer;
  const stops = [
    { value: 1, color: [...color, 0.15] },
    { value: max, color: [...color, 0.85] },
  ];
  return { ...renderer, visualVariables: [{ type: 'color', field: 'count', stops }] };
}
