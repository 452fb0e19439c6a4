/** A layer of the Mapbox style specification, version 8, as far as it is used here. */
export interface StyleLayer {
  id: string;
  type: 'background' | 'fill' | 'line' | 'symbol' | 'circle';
  source?: string;
  'source-layer'?: string;
  minzoom?: number;
  maxzoom?: number;
  filter?: Expression;
  layout?: Record<string, unknown>;
  paint?: Record<string, unknown>;
}

export type Expression = readonly unknown[];

export const sourceName = 'basemap';

/** Stops of zoom and value, growing by `base` from one to the next (1.5 suits line widths). */
export function byZoom(base: number, ...stops: [zoom: number, value: unknown][]): Expression {
  return ['interpolate', base === 1 ? ['linear'] : ['exponential', base], ['zoom'], ...stops.flat()];
}

/** Whether `kind` is one of the given. */
export function kindIs(...kinds: string[]): Expression {
  return kinds.length === 1 ? ['==', ['get', 'kind'], kinds[0]] : ['in', ['get', 'kind'], ['literal', kinds]];
}

export function polygons(filter?: Expression): Expression {
  const polygon: Expression = ['==', ['geometry-type'], 'Polygon'];
  return filter ? ['all', polygon, filter] : polygon;
}

export function lines(filter?: Expression): Expression {
  const line: Expression = ['==', ['geometry-type'], 'LineString'];
  return filter ? ['all', line, filter] : line;
}

export function points(filter?: Expression): Expression {
  const point: Expression = ['==', ['geometry-type'], 'Point'];
  return filter ? ['all', point, filter] : point;
}

/**
 * A property, or the fallback where a feature has none. Not written as `coalesce`: the ArcGIS SDK (5.1) stops
 * at a missing property, because it skips `null` but finds `undefined`.
 */
export function propertyOr(key: string, fallback: unknown): Expression {
  return ['case', ['has', key], ['get', key], fallback];
}

/** Whether `kind_detail` is one of the given. */
export function detailIs(...details: string[]): Expression {
  return ['in', ['get', 'kind_detail'], ['literal', details]];
}

export const regular = ['Noto Sans Regular'];
export const medium = ['Noto Sans Medium'];
export const bold = ['Noto Sans Bold'];
export const italic = ['Noto Sans Italic'];

/** English where it is mapped, else the name on the sign. */
const name: Expression = propertyOr('name:en', ['get', 'name']);

/** Tiles name many places long before there is room: each waits for its intended zoom. */
export const fromMinZoom: Expression = ['<=', propertyOr('min_zoom', 0), ['zoom']];

/** A symbol layer that writes the name, unless `layout` overrides it. */
export function label(
  id: string,
  layer: string,
  filter: Expression,
  layout: Record<string, unknown>,
  paint: Record<string, unknown>,
): StyleLayer {
  return {
    id,
    type: 'symbol',
    source: sourceName,
    'source-layer': layer,
    filter,
    layout: { 'text-field': name, ...layout },
    paint,
  };
}

export function halo(color: string, haloColor: string, width = 1.4) {
  return { 'text-color': color, 'text-halo-color': haloColor, 'text-halo-width': width };
}
