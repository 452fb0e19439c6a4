import { propertyOr, sourceName, type Expression, type StyleLayer } from './style-layer.ts';

export const regular = ['Noto Sans Regular'];
export const medium = ['Noto Sans Medium'];
export const bold = ['Noto Sans Bold'];
export const italic = ['Noto Sans Italic'];

/** English where it is mapped, else the name on the sign. */
const name: Expression = propertyOr('name:en', ['get', 'name']);

/** Tiles name many places long before there is room: each waits for its intended zoom. */
export const ofAge: Expression = ['<=', propertyOr('min_zoom', 0), ['zoom']];

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
