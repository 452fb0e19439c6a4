import { whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import Point from '@arcgis/core/geometry/Point.js';
import TileInfo from '@arcgis/core/layers/support/TileInfo.js';
import Viewpoint from '@arcgis/core/Viewpoint.js';
import MapView from '@arcgis/core/views/MapView.js';
import ColorBackground from '@arcgis/core/webmap/background/ColorBackground.js';
import { MappingError } from '../../../wire/errors.ts';
import { takeScreenshot } from '../sdk/take-screenshot.ts';
import {
  middleOfTile,
  millimetresPerInch,
  pixelsPerInch,
  type PrintFrame,
  type PrintTile,
  resolutionOf,
} from './print-frame.ts';
import type { PrintDensity } from './print.ts';

/** Largest side of a framebuffer of the SDK's screenshots in pixels. */
const largestFramebuffer = 4096;
/** CSS pixels around a tile that are drawn and cut off, so that labels and symbols continue across its edges. */
const margin = 96;
/** Largest side of a tile in CSS pixels. */
const largestTile = 1104;
/** Milliseconds for which a tile waits for its layers. */
const timeout = 60_000;
/** Milliseconds in which layers begin to load after a move. */
const settling = 150;
const quality = 93;

export interface PrintView {
  view: MapView;
  /** Largest side of a tile in CSS pixels. */
  side: number;
  /** Draws a tile. `complete` is false if layers were still being loaded. */
  draw(
    frame: PrintFrame,
    tile: PrintTile,
    drawing: { density: PrintDensity; signal: AbortSignal },
  ): Promise<{ jpeg: Uint8Array; complete: boolean }>;
  /** Runs something while the view's extent is that of a tile, without its surroundings. */
  within<Result>(frame: PrintFrame, tile: PrintTile, run: () => Promise<Result>): Promise<Result>;
  destroy(): void;
}

/**
 * A view of the same map for printing, out of sight. The whole map is never drawn at once, so that an A0 page
 * needs no more graphics memory than a small one.
 * @throws MappingError `print:no-graphics`
 */
export async function openPrintView(shown: MapView, density: PrintDensity): Promise<PrintView> {
  const side = tileSide(density);
  const container = document.createElement('div');
  const pixels = side + 2 * margin;
  Object.assign(container.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    width: `${pixels}px`,
    height: `${pixels}px`,
    opacity: '0',
    zIndex: '-1',
    pointerEvents: 'none',
  });
  container.inert = true;
  container.setAttribute('aria-hidden', 'true');
  document.body.append(container);
  const view = new MapView({
    container,
    map: shown.map,
    viewpoint: shown.viewpoint.clone(),
    spatialReference: shown.spatialReference,
    timeExtent: shown.timeExtent,
    background: shown.background ?? new ColorBackground({ color: 'white' }),
    popupEnabled: false,
    constraints: { snapToZoom: false, lods: TileInfo.create({ numLODs: 32 }).lods },
  });
  view.ui.components = [];
  const destroy = () => {
    // The map belongs to the visible view.
    view.map = null;
    view.destroy();
    container.remove();
  };
  try {
    await view.when();
  } catch (cause) {
    destroy();
    throw new MappingError('print:no-graphics', 'The browser cannot draw a second map.', { cause });
  }
  return {
    view,
    side,
    async draw(frame, tile, { density: dots, signal }) {
      signal.throwIfAborted();
      const { wkid } = frame.centre;
      view.viewpoint = new Viewpoint({
        targetGeometry: new Point({ ...middleOfTile(frame, tile), spatialReference: view.spatialReference }),
        scale: scaleAt(view, resolutionOf(frame)),
        rotation: frame.rotation,
      });
      const off = Math.abs(view.resolution / resolutionOf(frame) - 1);
      if (off > 1e-6)
        throw new MappingError('print:scale-unreachable', `The map of ${wkid} cannot have this scale.`);
      const complete = await stationary(view, signal);
      const area = {
        x: (pixels - tile.width) / 2,
        y: (pixels - tile.height) / 2,
        width: tile.width,
        height: tile.height,
      };
      const ratio = dots / pixelsPerInch;
      const size = { width: tile.width * ratio, height: tile.height * ratio };
      const address = await takeScreenshot(view, { format: 'jpg', quality, area, ...size });
      signal.throwIfAborted();
      return { jpeg: bytesOf(address), complete };
    },
    async within(frame, tile, run) {
      const cut = (drawn: number, millimetres: number) =>
        (pixels - Math.min(drawn, (millimetres / millimetresPerInch) * pixelsPerInch)) / 2;
      const [x, y] = [cut(tile.width, frame.width), cut(tile.height, frame.height)];
      view.padding = { left: x, right: x, top: y, bottom: y };
      try {
        return await run();
      } finally {
        view.padding = { left: 0, right: 0, top: 0, bottom: 0 };
      }
    },
    destroy,
  };
}

/** The side of a tile whose pixels, with its margins, fit the graphics memory. */
function tileSide(density: PrintDensity): number {
  const context = document.createElement('canvas').getContext('webgl2');
  const max = Math.min(largestFramebuffer, Number(context?.getParameter(context.MAX_TEXTURE_SIZE) ?? 0));
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  const side = Math.floor(((max / density) * pixelsPerInch - 2 * margin) / 16) * 16;
  if (side < 2 * margin)
    throw new MappingError(
      'print:no-graphics',
      `Pictures of ${max} pixels are too small for ${density} dpi.`,
    );
  return Math.min(largestTile, side);
}

function scaleAt(view: MapView, resolution: number): number {
  return (view.scale / view.resolution) * resolution;
}

async function stationary(view: MapView, signal: AbortSignal): Promise<boolean> {
  await new Promise((resolve) => {
    setTimeout(resolve, settling);
  });
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  return whenOnce(() => !view.updating, waiting).then(
    () => true,
    () => {
      signal.throwIfAborted();
      return false;
    },
  );
}

function bytesOf(address: string): Uint8Array {
  return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
}
