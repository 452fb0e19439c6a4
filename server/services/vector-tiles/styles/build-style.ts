import { borders } from './border-layers.ts';
import { groundLayers } from './ground-layers.ts';
import { poiNames, waterNames } from './ground-names.ts';
import { placeNames } from './place-names.ts';
import { streetNames } from './street-names.ts';
import { dark, light, type Palette } from './palette.ts';
import { roadLayers } from './road-layers.ts';
import { sourceName, type StyleLayer } from './style-layer.ts';

export const styleNames = ['light', 'dark'] as const;
export type StyleName = (typeof styleNames)[number];

const palettes: Record<StyleName, Palette> = { light, dark };

/** From the ground up; of the names the last ones win the space. */
const drawingOrder = [groundLayers, roadLayers, borders, streetNames, waterNames, poiNames, placeNames];

/** A style of the Mapbox specification, version 8; its addresses are relative to `resources/styles/root.json`. */
export interface MapStyle {
  version: 8;
  name: string;
  sources: Record<string, { type: 'vector'; url: string; attribution: string }>;
  sprite: string;
  glyphs: string;
  layers: StyleLayer[];
}

/**
 * The basemap's style over tiles of the Protomaps schema, in expressions the ArcGIS SDK, MapLibre and OpenLayers
 * all understand.
 */
export function buildStyle(look: StyleName, attribution: string): MapStyle {
  const palette = palettes[look];
  return {
    version: 8,
    name: `mapping-${look}`,
    sources: { [sourceName]: { type: 'vector', url: '../../', attribution } },
    sprite: '../sprites/sprite',
    glyphs: '../fonts/{fontstack}/{range}.pbf',
    layers: drawingOrder.flatMap((layers) => layers(palette)),
  };
}
