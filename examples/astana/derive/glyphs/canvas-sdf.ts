import TinySDF from '@mapbox/tiny-sdf';
import { createCanvas } from '@napi-rs/canvas';

/** Signed distance fields of glyphs, drawn on a canvas that needs no browser. */
export class CanvasSdf extends TinySDF {
  /** Called by the base class in place of the browser's canvas. */
  _createCanvas(size: number) {
    return createCanvas(size, size);
  }
}
