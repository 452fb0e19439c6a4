import { toWebMercator } from './geometry/web-mercator.ts';
import type { MapPlace } from './url-state.ts';

/**
 * Pictures of maps that are shown at their place until the map itself is drawn. The picture is the map's thumbnail, whose
 * file name says what it shows, so that the two cannot be separated: `view-light_{x}_{y}_{width}.jpg`, in centimetres of
 * Web Mercator. Thumbnails of other programs have other names and are not placed.
 */
export interface PicturePlace {
  /** The picture's centre in metres of Web Mercator. */
  x: number;
  y: number;
  /** Metres of Web Mercator from its left to its right edge. */
  width: number;
  /** The colour scheme in which it was drawn. */
  scheme: 'light' | 'dark';
}

/** What a map shows first: a box that fills its frame, or a centre with a scale; metres of Web Mercator. */
export type FirstView =
  | { xmin: number; ymin: number; xmax: number; ymax: number }
  | { x: number; y: number; metresPerPixel: number };

const named = /(?:^|\/)view-(light|dark)_(-?\d{1,12})_(-?\d{1,12})_(\d{1,12})\.\w+$/;

/** The file name of a picture, without its ending. */
export function printPicturePlace({ x, y, width, scheme }: PicturePlace): string {
  const [across, up, wide] = [x, y, width].map((metres) => Math.round(metres * 100));
  return `view-${scheme}_${across}_${up}_${wide}`;
}

/** Reads the place from the path of a thumbnail; undefined if it has none. */
export function parsePicturePlace(path: string | null | undefined): PicturePlace | undefined {
  const [, scheme, x, y, width] = named.exec(path ?? '') ?? [];
  if (Number(width ?? 0) === 0) return undefined;
  return {
    x: Number(x) / 100,
    y: Number(y) / 100,
    width: Number(width) / 100,
    scheme: scheme === 'dark' ? 'dark' : 'light',
  };
}

interface Shape {
  xmin?: unknown;
  ymin?: unknown;
  xmax?: unknown;
  ymax?: unknown;
  spatialReference?: { wkid?: unknown; latestWkid?: unknown };
}

/**
 * The initial view of a web map; undefined where it is not a box in Web Mercator or WGS 84, or the map is rotated or drawn
 * in another projection.
 *
 * @param document JSON of the web map specification
 */
export function firstViewOf(document: unknown): FirstView | undefined {
  const { initialState, spatialReference } = (document ?? {}) as {
    initialState?: { viewpoint?: { rotation?: unknown; targetGeometry?: Shape } } | null;
    spatialReference?: Shape['spatialReference'];
  };
  const { rotation, targetGeometry: box } = initialState?.viewpoint ?? {};
  if (!box || (rotation !== undefined && rotation !== 0)) return undefined;
  if (spatialReference && !isWebMercator(spatialReference)) return undefined;
  const [xmin, ymin, xmax, ymax] = [box.xmin, box.ymin, box.xmax, box.ymax].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (!(xmax > xmin && ymax > ymin)) return undefined;
  if (isWebMercator(box.spatialReference)) return { xmin, ymin, xmax, ymax };
  if (box.spatialReference?.wkid !== 4326) return undefined;
  const low = toWebMercator({ longitude: xmin, latitude: ymin });
  const high = toWebMercator({ longitude: xmax, latitude: ymax });
  return { xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y };
}

function isWebMercator(reference: Shape['spatialReference']): boolean {
  return [reference?.wkid, reference?.latestWkid].some((wkid) => wkid === 102100 || wkid === 3857);
}

/** Metres per pixel at zoom 0 on the equator: the world in 256 pixels. */
const metresAtZero = 156_543.033_928;

/** The view at the viewpoint of a link; undefined for a rotated one. */
export function firstViewAt({ lat, lng, zoom, rotation }: MapPlace): FirstView | undefined {
  if (rotation !== 0) return undefined;
  return {
    ...toWebMercator({ longitude: lng, latitude: lat }),
    metresPerPixel: metresAtZero / 2 ** zoom,
  };
}

/** The place of a picture of this size in pixels that shows a view. */
export function placeOfPicture(
  view: FirstView,
  { width, height }: { width: number; height: number },
  scheme: PicturePlace['scheme'],
): PicturePlace {
  if ('metresPerPixel' in view) return { x: view.x, y: view.y, width: view.metresPerPixel * width, scheme };
  const { x, y, across, up } = middleOf(view);
  return { x, y, width: Math.max(across, (up * width) / height), scheme };
}

/** Assumed size of the frame of a map in pixels, where only its scale is known. */
const usualFrame = 1000;

/** Whether a picture shows so much of a view, and at such a scale, that it helps to recognise the map. */
export function showsView(picture: PicturePlace, view: FirstView): boolean {
  const { x, y, across, up } = middleOf(view);
  const ratio = picture.width / across;
  return ratio > 0.5 && ratio < 3 && Math.abs(picture.x - x) < across / 3 && Math.abs(picture.y - y) < up / 3;
}

/**
 * CSS that places a picture in an element of the map's size, which is a size container; the picture's own centre is moved
 * there by `translate(-50%, -50%)`. The map fits its box into the frame, so the frame's smaller side decides.
 */
export function pictureStyle(
  picture: PicturePlace,
  view: FirstView,
): { left: string; top: string; width: string } {
  const pixels = (metres: number): string => {
    if ('metresPerPixel' in view) return `${round(metres / view.metresPerPixel)}px`;
    const { across, up } = middleOf(view);
    return `min(${round((100 * metres) / across)}cqw,${round((100 * metres) / up)}cqh)`;
  };
  const { x, y } = middleOf(view);
  const offset = (metres: number) => `calc(50% ${metres < 0 ? '-' : '+'} ${pixels(Math.abs(metres))})`;
  return { left: offset(picture.x - x), top: offset(y - picture.y), width: pixels(picture.width) };
}

function middleOf(view: FirstView): { x: number; y: number; across: number; up: number } {
  if ('metresPerPixel' in view) {
    const side = usualFrame * view.metresPerPixel;
    return { x: view.x, y: view.y, across: side, up: side };
  }
  const { xmin, ymin, xmax, ymax } = view;
  return { x: (xmin + xmax) / 2, y: (ymin + ymax) / 2, across: xmax - xmin, up: ymax - ymin };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
