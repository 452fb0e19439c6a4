import { wrapLongitude } from '../../../wire/geometry/web-mercator.ts';
import { fromPaper, type PaperPoint, type PrintFrame, toPaper } from './print-frame.ts';

/** A line of equal coordinates on paper, within the map. */
export interface GridLine {
  axis: 'x' | 'y';
  /** The coordinate, in units of the grid's system. */
  value: number;
  /** Its parts within the map. */
  parts: readonly (readonly PaperPoint[])[];
}

/** Projects between the map and the coordinate system of a grid; undefined where that is impossible. */
export interface GridSystem {
  toGrid(point: { x: number; y: number }): { x: number; y: number } | undefined;
  toMap(point: { x: number; y: number }): { x: number; y: number } | undefined;
  /** Whether its units are degrees. */
  degrees: boolean;
}

/** Distance between lines on paper in millimetres that is aimed at. */
const aim = 50;
/** Points by which a line, and an edge of the map, is followed. */
const samples = 64;
/** At most this number of lines of a direction. */
const maxLines = 100;
/** Distances between lines in degrees: seconds and minutes are read more easily than decimals. */
const degreeSteps = [
  1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000, 108_000,
].map((seconds) => seconds / 3600);

/** The lines of a coordinate grid over a printed map. */
export function gridLines(frame: PrintFrame, system: GridSystem): GridLine[] {
  const onMap = edgeOf(frame).map((point) => fromPaper(frame, point));
  const around = onMap.flatMap((point) => system.toGrid(point) ?? []);
  if (around.length === 0) return [];
  const edge = system.degrees ? continuous(around) : around;
  const offset = system.degrees ? worldOffset(onMap, system) : 0;
  const range = (axis: 'x' | 'y') => {
    const values = edge.map((point) => point[axis]);
    return { min: Math.min(...values), max: Math.max(...values) };
  };
  const ranges = { x: range('x'), y: range('y') };
  const lines = (axis: 'x' | 'y', length: number): GridLine[] => {
    const { min, max } = ranges[axis];
    const step = stepOf(((max - min) / length) * aim, system.degrees);
    const first = Math.ceil(min / step);
    const count = Math.min(maxLines, Math.floor(max / step) - first + 1);
    const across = ranges[axis === 'x' ? 'y' : 'x'];
    return Array.from({ length: Math.max(0, count) }, (_none, index) => {
      const value = (first + index) * step;
      const points = Array.from({ length: samples + 1 }, (_point, at) => {
        const other = across.min + ((across.max - across.min) * at) / samples;
        const place = system.toMap(axis === 'x' ? { x: value, y: other } : { x: other, y: value });
        return place && toPaper(frame, { x: place.x + offset, y: place.y });
      });
      const named = system.degrees && axis === 'x' ? wrapLongitude(value) : value;
      return { axis, value: named, parts: clipped(points, frame) };
    });
  };
  return [...lines('x', frame.width), ...lines('y', frame.height)].filter(({ parts }) => parts.length > 0);
}

/** The distance between lines: 1, 2 or 5 times a power of ten, or a usual part of a degree. */
function stepOf(aimed: number, degrees: boolean): number {
  const known = degrees ? degreeSteps.find((step) => step >= aimed * 0.7) : undefined;
  if (known) return known;
  const power = 10 ** Math.floor(Math.log10(aimed));
  return ([1, 2, 5, 10].find((factor) => factor * power >= aimed * 0.7) ?? 10) * power;
}

/** Points along the edge of the map, in the order of a walk around it. */
function edgeOf({ width, height }: PrintFrame): PaperPoint[] {
  const parts = Array.from({ length: samples }, (_none, at) => at / samples);
  return [
    ...parts.map((part) => ({ x: part * width, y: 0 })),
    ...parts.map((part) => ({ x: width, y: part * height })),
    ...parts.map((part) => ({ x: (1 - part) * width, y: height })),
    ...parts.map((part) => ({ x: 0, y: (1 - part) * height })),
  ];
}

/** Points in degrees whose longitudes continue beyond 180° where the line through them crosses it. */
function continuous(points: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  let last: number | undefined;
  return points.map(({ x, y }) => {
    last = last === undefined ? x : x - 360 * Math.round((x - last) / 360);
    return { x: last, y };
  });
}

/** How far a map that continues beyond 180° is from where its first place of the edge is projected to. */
function worldOffset(edge: readonly { x: number; y: number }[], system: GridSystem): number {
  for (const point of edge) {
    const there = system.toGrid(point);
    if (there) return point.x - (system.toMap(there)?.x ?? point.x);
  }
  return 0;
}

function clipped(points: readonly (PaperPoint | undefined)[], frame: PrintFrame): PaperPoint[][] {
  const parts: PaperPoint[][] = [];
  let open = false;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    const within = from && to && clipSegment(from, to, frame);
    if (within) {
      if (!open) parts.push([within[0]]);
      parts.at(-1)?.push(within[1]);
      open = within[1] === to;
    } else open = false;
  }
  return parts;
}

/** The part of a segment within the map (Liang and Barsky); its second point is `to` itself if that is within. */
function clipSegment(
  from: PaperPoint,
  to: PaperPoint,
  { width, height }: PrintFrame,
): [PaperPoint, PaperPoint] | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  for (const [slope, room] of [
    [-dx, from.x],
    [dx, width - from.x],
    [-dy, from.y],
    [dy, height - from.y],
  ] as const) {
    if (slope === 0 && room < 0) return undefined;
    if (slope < 0) start = Math.max(start, room / slope);
    if (slope > 0) end = Math.min(end, room / slope);
  }
  if (start >= end) return undefined;
  const at = (part: number) => ({ x: from.x + dx * part, y: from.y + dy * part });
  return [at(start), end === 1 ? to : at(end)];
}

/** The label of a line of a grid in degrees: 71°25′30″E. Trailing zero minutes and seconds are omitted. */
export function gridLabel({ axis, value }: Pick<GridLine, 'axis' | 'value'>): string {
  const total = Math.round(Math.abs(value) * 3600);
  const [degrees, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const sign = total === 0 ? '' : axis === 'x' ? (value < 0 ? 'W' : 'E') : value < 0 ? 'S' : 'N';
  const two = (part: number) => String(part).padStart(2, '0');
  const fine = seconds > 0 ? `${two(minutes)}′${two(seconds)}″` : minutes > 0 ? `${two(minutes)}′` : '';
  return `${degrees}°${fine}${sign}`;
}
