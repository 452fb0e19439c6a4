/** Paper sizes in millimetres, in landscape. */
export const papers = {
  a4: [297, 210],
  a3: [420, 297],
  a2: [594, 420],
  a1: [841, 594],
  a0: [1189, 841],
  letter: [279.4, 215.9],
} as const;
export type Paper = keyof typeof papers;

/** `page` has its title above the map, `plan` a title block in the corner. */
export type Template = 'page' | 'plan';

/** A box on the page, in millimetres from its upper left corner. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PageLayout {
  rtl: boolean;
  /** Factor of texts and lines: large paper is read from afar. */
  zoom: number;
  width: number;
  height: number;
  /** Undefined when the title is in the title block. */
  title: Frame | undefined;
  /** One or more maps. Each has a caption of this height above it if there are several. */
  maps: readonly Frame[];
  captionHeight: number;
  /** Undefined when there is none. */
  legend: Frame | undefined;
  locator: Frame | undefined;
  block: Frame | undefined;
  /** Scale bar, north arrow, credits and date. */
  foot: Frame;
}

export interface PageChoice {
  paper: Paper;
  upright: boolean;
  template: Template;
  legend: boolean;
  locator: boolean;
  /** Number of maps on the page. */
  maps: number;
  /** Whether the language is right-to-left, so that the page is mirrored. */
  rtl?: boolean;
}

/** Maps on one page. */
export const mostMaps = 6;

const zooms: Readonly<Record<Paper, number>> = { a4: 1, letter: 1, a3: 1, a2: 1.25, a1: 1.5, a0: 2 };
const margin = 10;
const titleHeight = 12;
const footHeight = 14;
const gap = 4;
/** Beside the map in landscape, below it in portrait. */
const sideWidth = 58;
const sideHeight = 60;
const blockHeight = 66;
const locatorHeight = 44;

/** The layout of a page. The maps get the remaining space. */
export function pageLayout(choice: PageChoice): PageLayout {
  const { paper, upright, template, legend, locator, rtl = false } = choice;
  const zoom = zooms[paper];
  const [long, short] = papers[paper];
  const [width, height] = upright ? [short, long] : [long, short];
  const of = (length: number) => length * zoom;
  const plan = template === 'plan';
  const inner = { x: margin, width: width - 2 * margin };
  const top = margin + (plan ? 0 : of(titleHeight));
  const bottom = height - margin - of(footHeight);
  const side = legend || locator || plan;
  const depth = upright ? (plan ? blockHeight : sideHeight) : sideWidth;
  const room: Frame = {
    x: margin,
    y: top,
    width: inner.width - (side && !upright ? of(depth + gap) : 0),
    height: bottom - top - (side && upright ? of(depth + gap) : 0),
  };
  const beside: Frame = upright
    ? { ...inner, y: room.y + room.height + of(gap), height: of(depth) }
    : { x: room.x + room.width + of(gap), y: top, width: of(depth), height: room.height };
  const parts = upright ? rowOf(beside, zoom, choice) : columnOf(beside, zoom, choice);
  const turned = <Part extends Frame | undefined>(frame: Part): Part =>
    frame && rtl ? { ...frame, x: width - frame.x - frame.width } : frame;
  const captionHeight = choice.maps > 1 ? of(6) : 0;
  return {
    rtl,
    zoom,
    width,
    height,
    title: plan ? undefined : { ...inner, y: margin, height: of(titleHeight) },
    maps: mapsOf(room, choice.maps, captionHeight, of(gap)).map(turned),
    captionHeight,
    legend: turned(parts.legend),
    locator: turned(parts.locator),
    block: turned(parts.block),
    foot: { ...inner, y: bottom, height: of(footHeight) },
  };
}

type SideParts = Pick<PageLayout, 'legend' | 'locator' | 'block'>;

/** Legend, locator and title block below each other, the title block in the lower corner. */
function columnOf(side: Frame, zoom: number, { legend, locator, template }: PageChoice): SideParts {
  const block =
    template === 'plan'
      ? { ...side, y: side.y + side.height - blockHeight * zoom, height: blockHeight * zoom }
      : undefined;
  const end = block ? block.y - gap * zoom : side.y + side.height;
  const small = locator
    ? { ...side, y: end - locatorHeight * zoom, height: locatorHeight * zoom }
    : undefined;
  const rest = (small ? small.y - gap * zoom : end) - side.y;
  return { block, locator: small, legend: legend ? { ...side, height: rest } : undefined };
}

/** The same beside each other. */
function rowOf(side: Frame, zoom: number, { legend, locator, template }: PageChoice): SideParts {
  const last = side.x + side.width;
  const blockWidth = template === 'plan' ? 76 * zoom : 0;
  const block = blockWidth ? { ...side, x: last - blockWidth, width: blockWidth } : undefined;
  const end = block ? block.x - gap * zoom : last;
  const smallWidth = 50 * zoom;
  const small = locator ? { ...side, x: end - smallWidth, width: smallWidth } : undefined;
  const rest = (small ? small.x - gap * zoom : end) - side.x;
  return { block, locator: small, legend: legend ? { ...side, width: rest } : undefined };
}

/** Maps of equal size in rows; more columns than rows on a wide page. */
function mapsOf(room: Frame, count: number, caption: number, space: number): Frame[] {
  const short = Math.floor(Math.sqrt(count));
  const long = Math.ceil(count / short);
  const [columns, rows] = room.width >= room.height ? [long, short] : [short, long];
  const width = (room.width - (columns - 1) * space) / columns;
  const height = (room.height - (rows - 1) * space) / rows - caption;
  return Array.from({ length: count }, (_none, index) => ({
    x: room.x + (index % columns) * (width + space),
    y: room.y + Math.floor(index / columns) * (height + caption + space) + caption,
    width,
    height,
  }));
}
