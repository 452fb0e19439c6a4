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
  sources: Record<
    string,
    { type: 'vector'; tiles: string[]; attribution: string; [detail: string]: unknown }
  >;
  sprite: string;
  glyphs: string;
  layers: StyleLayer[];
}

/** What the service says of itself (`describeService`), as far as the style is concerned. */
export interface StyleSource {
  copyrightText: string;
  [detail: string]: unknown;
}

/**
 * The basemap's style over tiles of the Protomaps schema, in expressions the ArcGIS SDK, MapLibre and OpenLayers
 * all understand. The source holds the service's description instead of its address: a map that opens the style
 * need not ask for it before the first tile.
 */
export function buildStyle(look: StyleName, service: StyleSource): MapStyle {
  const palette = palettes[look];
  const source = {
    ...service,
    type: 'vector' as const,
    tiles: ['../../tile/{z}/{y}/{x}.pbf'],
    attribution: service.copyrightText,
    defaultStyles: undefined,
  };
  return {
    version: 8,
    name: `mapping-${look}`,
    sources: { [sourceName]: source },
    sprite: '../sprites/sprite',
    glyphs: '../fonts/{fontstack}/{range}.pbf',
    layers: drawingOrder.flatMap((layers) => layers(palette)),
  };
}
