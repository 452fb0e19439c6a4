import { inTurn } from '../../../../platform/budgets/in-turn.ts';
import type { HostedLayer } from '../../../layer/layer.ts';
import { styleSource } from '../../service-description.ts';
import type { MapStyle } from '../../styles/build-style.ts';
import type { StyleLayer } from '../../styles/style-layer.ts';
import { classLayers, css, pixelsPerPoint } from './class-layers.ts';
import { type Drawing, type DrawnLabel, readDrawing } from './read-drawing.ts';

/** Property of a tile's feature with the number of its class. */
export const classProperty = '_class';
const sourceName = 'hosted';

/** A layer under its name in the tiles. */
export interface TiledLayer {
  name: string;
  layer: HostedLayer;
}

/** The same with its drawing. */
export interface DrawnLayer extends TiledLayer {
  drawing: Drawing;
}

/** Reads the drawings of layers, each in its own turn of the event loop: one of many classes takes a while. */
export async function readDrawings(layers: readonly TiledLayer[]): Promise<DrawnLayer[]> {
  const drawn: DrawnLayer[] = [];
  for (const tiled of layers) {
    await inTurn();
    drawn.push({ ...tiled, drawing: readDrawing(tiled.layer) });
  }
  return drawn;
}

/** Scale of zoom 0, whose one tile has 512 pixels. */
const zoomZeroScale = 295_828_763.8;

/** The style of a service's tiles, made of its layers' symbols and labels: tiles look like the features. */
export function hostedStyle(
  name: string,
  service: { copyrightText: string },
  layers: readonly DrawnLayer[],
): MapStyle {
  // The first layer of a service is drawn on top, the first layer of a style at the bottom; labels are above
  // all of them.
  const drawn = layers.toReversed();
  return {
    version: 8,
    name,
    sources: { [sourceName]: styleSource(service) },
    sprite: '../sprites/sprite',
    glyphs: '../fonts/{fontstack}/{range}.pbf',
    layers: [...drawn.flatMap(shapes), ...drawn.flatMap(labels)],
  };
}

/** Name of a class's picture in the sprite. */
export function imageName({ name }: TiledLayer, index: number): string {
  return `${name}/${index}`;
}

function shapes(tiled: DrawnLayer): StyleLayer[] {
  const { name, layer, drawing } = tiled;
  return drawing.classes.flatMap(({ label, symbol }, index) => {
    const base = {
      source: sourceName,
      'source-layer': name,
      filter: ['==', classProperty, index],
      ...zooms(layer.minScale, layer.maxScale),
    };
    const id = `${name}/${index}${label === '' ? '' : ` ${label}`}`;
    return classLayers(id, symbol, base, drawing.opacity, imageName(tiled, index));
  });
}

function labels({ name, layer, drawing }: DrawnLayer): StyleLayer[] {
  return drawing.labels.map((label, index) => ({
    id: `${name}/label/${index}`,
    type: 'symbol',
    source: sourceName,
    'source-layer': name,
    ...zooms(label.minScale || layer.minScale, label.maxScale || layer.maxScale),
    layout: {
      'text-field': `{${label.field.name}}`,
      'text-font': [fontOf(label)],
      'text-size': label.symbol.font.size * pixelsPerPoint,
      'text-max-width': 8,
      ...placed(label.placement, layer.geometryType),
    },
    paint: {
      'text-color': css(label.symbol.color ?? [40, 40, 40, 255], drawing.opacity),
      'text-halo-color': css(label.symbol.haloColor, drawing.opacity),
      'text-halo-width': (label.symbol.haloSize ?? 0) * pixelsPerPoint,
    },
  }));
}

/** Where a label lies: along a line, or beside a point, by default where ArcGIS places it. */
function placed(placement: string, geometryType: HostedLayer['geometryType']): Record<string, unknown> {
  if (placement.includes('Line')) return { 'symbol-placement': 'line' };
  if (geometryType !== 'esriGeometryPoint') return {};
  const [, row = 'Above', column = 'Right'] =
    /^esriServerPointLabelPlacement(Above|Center|Below)(Left|Center|Right)$/.exec(placement) ?? [];
  const vertical = { Above: 'bottom', Below: 'top' }[row];
  const horizontal = { Left: 'right', Right: 'left' }[column];
  const distance = 0.5;
  return {
    'text-anchor': [vertical, horizontal].filter((part) => part !== undefined).join('-') || 'center',
    'text-offset': [
      distance * (Number(column === 'Right') - Number(column === 'Left')),
      distance * (Number(row === 'Below') - Number(row === 'Above')),
    ],
  };
}

function fontOf({ symbol }: DrawnLabel): string {
  if (symbol.font.weight === 'bold') return 'Noto Sans Bold';
  return symbol.font.style === 'italic' ? 'Noto Sans Italic' : 'Noto Sans Regular';
}

/** Scales as zooms: visible from `minScale` to `maxScale`; 0 means no limit. */
function zooms(minScale: number, maxScale: number): { minzoom?: number; maxzoom?: number } {
  const zoomOf = (scale: number) =>
    Math.min(24, Math.max(0, Math.round(Math.log2(zoomZeroScale / scale) * 100) / 100));
  return {
    ...(minScale > 0 && { minzoom: zoomOf(minScale) }),
    ...(maxScale > 0 && { maxzoom: zoomOf(maxScale) }),
  };
}
