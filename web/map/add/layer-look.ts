import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';

export type Kind = 'point' | 'multipoint' | 'polyline' | 'polygon';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Colours of layers, distinguishable from each other and on both basemaps, also with colour vision deficiency. */
const colors: readonly Rgb[] = [
  [21, 101, 192],
  [213, 94, 0],
  [0, 133, 97],
  [170, 51, 119],
  [124, 77, 255],
  [121, 85, 72],
  [0, 151, 167],
  [192, 132, 0],
];

/** The first colour that no layer of the map uses. */
export function unusedColor({ map }: Pick<MapView, 'map'>): Rgb {
  const layers = map?.allLayers.toArray() ?? [];
  const used = layers.flatMap((layer) => {
    const { renderer } = layer as FeatureLayer;
    const symbol = renderer?.type === 'simple' ? renderer.symbol : undefined;
    return symbol?.color ? [symbol.color.toRgb().join()] : [];
  });
  return (
    colors.find((color) => !used.includes(color.join())) ?? colors[used.length % colors.length] ?? [0, 0, 0]
  );
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
