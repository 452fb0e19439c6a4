import type Extent from '@arcgis/core/geometry/Extent.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { MappingError } from '../../../wire/errors.ts';
import { drawingsGroups } from '../export/drawings-legend.ts';
import { legendGroups } from '../export/legend-groups.ts';
import { type DrawingLabels, type Legend, type LegendGroup, maxLegendRows } from '../export/legend.ts';
import type { MapInternals } from '../map-model.ts';
import { middleOf } from '../sdk/take-screenshot.ts';
import { gridLines } from './grid-lines.ts';
import { extentIn, gridSystem, groundStretch } from './print-coordinates.ts';
import { sheetsOf } from './index-sheets.ts';
import { millimetresPerInch, pixelsPerInch, type PrintFrame, readableScale, tilesOf } from './print-frame.ts';
import { openPrintView, type PrintView } from './print-view.ts';
import type { PrintDensity, PrintDrawing, PrintedMap, PrintPlace, PrintSession } from './print.ts';
import { findLayer } from '../sdk/layer-tree.ts';

/** Part of a map that surrounds a place which shall fit. */
const border = 0.04;

/** Opens printing (`openPrint` of `print.ts`). */
export function openPrint(internals: MapInternals): PrintSession {
  const { view } = internals;
  const opened = new Map<PrintDensity, Promise<PrintView>>();
  let closed = false;
  const viewOf = (density: PrintDensity): Promise<PrintView> => {
    const existing = opened.get(density);
    if (existing) return existing;
    const opening = openPrintView(view, density);
    opened.set(density, opening);
    // The next attempt opens another one.
    opening.catch(() => opened.delete(density));
    return opening;
  };
  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    for (const opening of opened.values())
      void opening.then(
        (print) => print.destroy(),
        () => {},
      );
  };
  const unregister = internals.onLeave(close);
  const { spatialReference } = view;
  const wkid = spatialReference.latestWkid ?? spatialReference.wkid ?? undefined;
  return {
    wkid,
    async frame(place, size, scale) {
      const { x, y, rotation, ...fit } = await targetOf(internals, place, size);
      const metresPerUnit = spatialReference.metersPerUnit || 111_319.49;
      const centre = { x, y, wkid: wkid ?? 0 };
      const { stretch, exact } = await groundStretch(centre, metresPerUnit);
      if (scale !== undefined && !exact)
        throw new MappingError('print:no-scale', 'Maps in degrees have no single scale.');
      const fitting = Math.max(
        (fit.width * stretch.x * 1000) / size.width,
        (fit.height * stretch.y * 1000) / size.height,
      );
      return {
        centre,
        stretch,
        exact,
        rotation,
        scale: scale ?? (exact ? readableScale(fitting) : fitting),
        width: size.width,
        height: size.height,
      };
    },
    async draw(frame, drawing) {
      const print = await viewOf(drawing.density);
      return drawMap(internals, print, frame, drawing);
    },
    async grid(frame, code) {
      const system = await gridSystem(spatialReference, code);
      const lines = system ? gridLines(frame, system) : [];
      if (!system || lines.length === 0)
        throw new MappingError('print:no-grid', `The map is outside of the coordinate system ${code}.`);
      return { lines, degrees: system.degrees };
    },
    sheets(layerId, field, signal) {
      const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
      if (!layer) throw new MappingError('layer:failed', 'The layer is no longer in the map.');
      return sheetsOf(layer, { field, signal, spatialReference });
    },
    close,
  };
}

/** The middle of a place and its size in units of the map. */
async function targetOf({ view }: MapInternals, place: PrintPlace, size: { width: number; height: number }) {
  if (place.kind === 'extent') {
    const [xmin, ymin, xmax, ymax] = place.extent;
    const grown = 1 + 2 * border;
    return {
      x: (xmin + xmax) / 2,
      y: (ymin + ymax) / 2,
      width: (xmax - xmin) * grown,
      height: (ymax - ymin) * grown,
      rotation: 0,
    };
  }
  if (place.kind === 'bookmark') {
    const bookmark = (view.map as WebMap | null)?.bookmarks?.at(place.index);
    const { targetGeometry, rotation = 0 } = bookmark?.viewpoint ?? {};
    const given = targetGeometry?.type === 'extent' ? (targetGeometry as Extent) : targetGeometry?.extent;
    const extent = given && (await extentIn(given, view.spatialReference));
    if (!extent)
      throw new MappingError('print:no-bookmark', 'The bookmark has no place in the coordinates of the map.');
    const { center, width, height } = extent;
    return { x: center.x, y: center.y, width, height, rotation };
  }
  const area = middleOf(view, size.width / size.height);
  const { center, resolution, rotation } = view;
  return {
    x: center.x,
    y: center.y,
    width: area.width * resolution,
    height: area.height * resolution,
    rotation,
  };
}

async function drawMap(
  internals: MapInternals,
  print: PrintView,
  frame: PrintFrame,
  { density, signal, legend, onTile }: PrintDrawing,
): Promise<PrintedMap> {
  const tiles = tilesOf(frame, print.side);
  const millimetres = millimetresPerInch / pixelsPerInch;
  const result = { tiles: [] as PrintedMap['tiles'][number][], incomplete: false };
  const legends: Legend[] = [];
  for (const [index, tile] of tiles.entries()) {
    // Tiles share one view, so they are drawn one after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { jpeg, complete } = await print.draw(frame, tile, { density, signal });
    result.incomplete ||= !complete;
    result.tiles.push({
      jpeg,
      x: (tile.x - tile.width / 2) * millimetres,
      y: (tile.y - tile.height / 2) * millimetres,
      width: tile.width * millimetres,
      height: tile.height * millimetres,
    });
    if (legend) {
      const seen = () => legendInView({ ...internals, view: print.view }, legend);
      // oxlint-disable-next-line no-await-in-loop
      legends.push(await print.within(frame, tile, seen));
    }
    signal.throwIfAborted();
    onTile?.(index + 1, tiles.length);
  }
  return { ...result, legend: joined(legends) };
}

async function legendInView(internals: MapInternals, words: DrawingLabels): Promise<Legend> {
  const layers = await legendGroups(internals);
  return {
    ...layers,
    groups: [...(await drawingsGroups(internals, words, maxLegendRows)), ...layers.groups],
  };
}

/** The legend of all tiles: each layer once, with the symbols of all. */
function joined(legends: readonly Legend[]): Legend {
  const groups = new Map<string, Map<string, LegendGroup['rows'][number]>>();
  for (const { title, rows } of legends.flatMap((legend) => legend.groups)) {
    const known = groups.get(title) ?? new Map<string, LegendGroup['rows'][number]>();
    for (const row of rows) known.set(`${row.label}\n${row.picture ?? ''}`, row);
    groups.set(title, known);
  }
  return {
    groups: [...groups].map(([title, rows]) => ({ title, rows: [...rows.values()] })),
    missing: [...new Set(legends.flatMap(({ missing }) => missing))],
  };
}
