import type { PlanePoint } from '../projection/project-point.ts';

/** A map on paper: its place, scale and size. Lengths on paper are in millimetres. */
export interface PrintFrame {
  /** The middle, in the coordinates of the map. */
  centre: PlanePoint;
  /** Metres on the ground of one unit of the map, along its axes, at the middle. */
  stretch: { x: number; y: number };
  /** Denominator: 1000 for 1:1,000. */
  scale: number;
  /** Whether the map has one scale in all directions, which maps in degrees have not. */
  exact: boolean;
  /** Degrees by which the map is turned clockwise. */
  rotation: number;
  width: number;
  height: number;
}

/** A point on paper, in millimetres from the upper left corner of the map. */
export interface PaperPoint {
  x: number;
  y: number;
}

/** Millimetres of a CSS pixel, and of a dot, by the number of them per inch. */
export const millimetresPerInch = 25.4;
export const pixelsPerInch = 96;

/** Where a point of the map is on paper. */
export function toPaper(frame: PrintFrame, { x, y }: { x: number; y: number }): PaperPoint {
  const per = 1000 / frame.scale;
  const east = (x - frame.centre.x) * frame.stretch.x * per;
  const north = (y - frame.centre.y) * frame.stretch.y * per;
  const { cos, sin } = turnOf(frame);
  return {
    x: frame.width / 2 + east * cos + north * sin,
    y: frame.height / 2 + east * sin - north * cos,
  };
}

/** The point of the map at a point on paper. */
export function fromPaper(frame: PrintFrame, point: PaperPoint): { x: number; y: number } {
  const per = frame.scale / 1000;
  const right = (point.x - frame.width / 2) * per;
  const up = (frame.height / 2 - point.y) * per;
  const { cos, sin } = turnOf(frame);
  return {
    x: frame.centre.x + (right * cos - up * sin) / frame.stretch.x,
    y: frame.centre.y + (right * sin + up * cos) / frame.stretch.y,
  };
}

/** The next larger scale with two digits, so that it can be read: 24,312 becomes 25,000. */
export function readableScale(scale: number): number {
  const power = Math.max(1, 10 ** (Math.floor(Math.log10(scale)) - 1));
  return Math.max(1, Math.ceil(scale / power - 1e-9) * power);
}

/** A map of the surroundings of another one, four times as wide on the ground. */
export function locatorOf(frame: PrintFrame, size: { width: number; height: number }): PrintFrame {
  const extent = Math.max(frame.width / size.width, frame.height / size.height);
  return { ...frame, ...size, scale: frame.scale * extent * 4 };
}

/** Units of the map per CSS pixel, at which the map is drawn before `correction` makes its scale exact. */
export function resolutionOf({ scale, stretch }: PrintFrame): number {
  return ((millimetresPerInch / pixelsPerInch) * scale) / 1000 / meanStretch({ stretch });
}

/**
 * How the drawn map is stretched so that its scale is exact in all directions, as the matrix `[a b; b d]`
 * around the middle, with y upwards. Web Mercator is up to 0.7% longer from north to south than from west to
 * east.
 */
export function correction(frame: PrintFrame): { a: number; b: number; d: number } {
  const mean = meanStretch(frame);
  const [x, y] = [frame.stretch.x / mean, frame.stretch.y / mean];
  const { cos, sin } = turnOf(frame);
  return { a: x * cos * cos + y * sin * sin, b: (y - x) * sin * cos, d: x * sin * sin + y * cos * cos };
}

function meanStretch({ stretch }: Pick<PrintFrame, 'stretch'>): number {
  return Math.sqrt(stretch.x * stretch.y);
}

function turnOf({ rotation }: PrintFrame): { cos: number; sin: number } {
  const turn = (rotation * Math.PI) / 180;
  return { cos: Math.cos(turn), sin: Math.sin(turn) };
}

/** A part of the map that is drawn at once: its middle from that of the map, in CSS pixels, with y downwards. */
export interface PrintTile {
  x: number;
  y: number;
  /** Width and height in CSS pixels. */
  width: number;
  height: number;
}

/** More than the map is drawn, because the correction may shrink it. */
const surplus = 1.01;
/** Sides of tiles are multiples of this number of CSS pixels, which are whole dots at 150 and 300 per inch. */
const step = 16;

/** The tiles that cover a map, row by row, none of them larger than `side` CSS pixels. */
export function tilesOf({ width, height }: Pick<PrintFrame, 'width' | 'height'>, side: number): PrintTile[] {
  const cut = (millimetres: number) => {
    const pixels = (millimetres / millimetresPerInch) * pixelsPerInch * surplus;
    const count = Math.ceil(pixels / (Math.floor(side / step) * step));
    return { count, size: Math.ceil(pixels / count / step) * step };
  };
  const [columns, rows] = [cut(width), cut(height)];
  const middle = ({ count, size }: { count: number; size: number }, index: number) =>
    (index - (count - 1) / 2) * size;
  return Array.from({ length: rows.count * columns.count }, (_none, index) => ({
    x: middle(columns, index % columns.count),
    y: middle(rows, Math.floor(index / columns.count)),
    width: columns.size,
    height: rows.size,
  }));
}

/** The point of the map at the middle of a tile. */
export function middleOfTile(frame: PrintFrame, tile: PrintTile): { x: number; y: number } {
  const resolution = resolutionOf(frame);
  const { cos, sin } = turnOf(frame);
  const [right, up] = [tile.x * resolution, -tile.y * resolution];
  return { x: frame.centre.x + right * cos - up * sin, y: frame.centre.y + right * sin + up * cos };
}
