import { layerColour, type Rgb } from '../../../../wire/layer-colours.ts';
import type { TileSet } from '../../tile-archive/tile-set.ts';
import { styleSource } from '../service-description.ts';
import type { MapStyle } from '../styles/build-style.ts';
import { lines, points, polygons, type StyleLayer } from '../styles/style-layer.ts';

const sourceName = 'tiles';

/**
 * A style of an archive that brings none: its areas, lines and points, each layer in a colour of its own. Areas are at the
 * bottom and points on top.
 */
export function publishedStyle(
  name: string,
  service: { copyrightText: string },
  { layers, minZoom, maxZoom, bounds }: TileSet,
): MapStyle {
  const drawn = Object.entries(looks).flatMap(([kind, look]) =>
    layers.map((layer, index): StyleLayer => ({
      id: `${layer.name}/${kind}`,
      source: sourceName,
      'source-layer': layer.name,
      ...look(layerColour(index)),
    })),
  );
  return {
    version: 8,
    name,
    sources: {
      [sourceName]: {
        ...styleSource(service),
        // Clients enlarge the tiles of the last zoom level themselves.
        minzoom: minZoom,
        maxzoom: maxZoom,
        ...(bounds && { bounds }),
      },
    },
    sprite: '../sprites/sprite',
    glyphs: '../fonts/{fontstack}/{range}.pbf',
    layers: drawn,
  };
}

const css = (colour: Rgb, opacity = 1) => `rgba(${colour.join()},${opacity})`;

const looks: Readonly<Record<string, (colour: Rgb) => Pick<StyleLayer, 'type' | 'filter' | 'paint'>>> = {
  areas: (colour) => ({
    type: 'fill',
    filter: polygons(),
    paint: { 'fill-color': css(colour, 0.25), 'fill-outline-color': css(colour) },
  }),
  lines: (colour) => ({
    type: 'line',
    filter: lines(),
    paint: { 'line-color': css(colour), 'line-width': 1.5 },
  }),
  points: (colour) => ({
    type: 'circle',
    filter: points(),
    paint: {
      'circle-color': css(colour),
      'circle-radius': 4,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
    },
  }),
};
