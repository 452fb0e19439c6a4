import type Graphic from '@arcgis/core/Graphic.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import * as symbolUtils from '@arcgis/core/symbols/support/symbolUtils.js';
import type { MapInternals } from '../map-model.ts';
import { graphicsOf, shownDrawings } from '../sketch/drawings-layer.ts';
import type { DrawingLabels, LegendGroup, LegendRow } from './legend.ts';
import { addressOf, draw } from './legend-groups.ts';

/**
 * Maximum number of drawing symbols of a layer in the legend beside the map, which is drawn again whenever
 * the map has moved.
 */
const maxRows = 20;

/**
 * A group for each visible drawings layer with graphics in view: one row per symbol of its points, lines and areas.
 *
 * @param most symbols of a layer; others are only counted
 */
export async function drawingsGroups(
  { view }: MapInternals,
  words: DrawingLabels,
  most = maxRows,
): Promise<LegendGroup[]> {
  const layers = view.map ? shownDrawings(view.map.layers) : [];
  const groups = await Promise.all(
    layers.map(async (layer) => {
      const kinds = distinct(graphicsOf(layer).filter((graphic) => isSeen(graphic, view.extent)));
      const rows = await Promise.all(kinds.slice(0, most).map((graphic) => rowOf(graphic, words)));
      const more = Math.max(0, kinds.length - most);
      return { title: layer.title ?? '', rows: rows.filter((row) => row !== undefined), more };
    }),
  );
  return groups.filter(({ rows }) => rows.length > 0);
}

/** One drawing of each symbol. Texts need no legend. */
function distinct(graphics: readonly Graphic[]): Graphic[] {
  const kinds = new Map<string, Graphic>();
  for (const graphic of graphics)
    if (graphic.symbol && graphic.symbol.type !== 'text') {
      const key = JSON.stringify(graphic.symbol.toJSON());
      if (!kinds.has(key)) kinds.set(key, graphic);
    }
  return [...kinds.values()];
}

function isSeen({ geometry, visible }: Graphic, extent: Extent | null | undefined): boolean {
  if (!geometry || !visible) return false;
  return !extent || extent.intersects(geometry.extent ?? geometry);
}

async function rowOf({ symbol, geometry }: Graphic, words: DrawingLabels): Promise<LegendRow | undefined> {
  const kind = geometry?.type === 'polyline' || geometry?.type === 'polygon' ? geometry.type : 'point';
  try {
    const preview = symbol && (await symbolUtils.renderPreviewHTML(symbol));
    const source = preview && addressOf(preview as HTMLElement);
    return source ? { label: words[kind], ...(await draw(source)) } : undefined;
  } catch {
    return undefined;
  }
}
