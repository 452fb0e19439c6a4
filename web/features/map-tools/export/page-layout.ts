/** Paper sizes in millimetres, in landscape. */
export const papers = { a4: [297, 210], a3: [420, 297], letter: [279.4, 215.9] } as const;
export type Paper = keyof typeof papers;

/** A box on the page, in millimetres from its upper left corner. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PageLayout {
  rtl: boolean;
  width: number;
  height: number;
  title: Frame;
  map: Frame;
  /** Undefined when there is no legend. */
  legend: Frame | undefined;
  /** Scale bar, north arrow, credits and date. */
  foot: Frame;
}

export interface PageChoice {
  paper: Paper;
  upright: boolean;
  legend: boolean;
  /** Whether the language is right-to-left, so that the page is mirrored. */
  rtl?: boolean;
}

const margin = 10;
const titleHeight = 12;
const footHeight = 14;
const gap = 4;
/** Beside the map in landscape, below it in portrait. */
const legendWidth = 58;
const legendHeight = 60;

/** The layout of a page. The map gets the remaining space. */
export function pageLayout({ paper, upright, legend, rtl = false }: PageChoice): PageLayout {
  const [long, short] = papers[paper];
  const [width, height] = upright ? [short, long] : [long, short];
  const inner = { x: margin, width: width - 2 * margin };
  const top = margin + titleHeight;
  const bottom = height - margin - footHeight;
  const beside = legend && !upright;
  const below = legend && upright;
  const map: Frame = {
    x: margin,
    y: top,
    width: inner.width - (beside ? legendWidth + gap : 0),
    height: bottom - top - (below ? legendHeight + gap : 0),
  };
  const legendFrame: Frame | undefined = beside
    ? { x: map.x + map.width + gap, y: top, width: legendWidth, height: map.height }
    : below
      ? { ...inner, y: map.y + map.height + gap, height: legendHeight }
      : undefined;
  const turned = <Part extends Frame | undefined>(frame: Part): Part =>
    frame && rtl ? { ...frame, x: width - frame.x - frame.width } : frame;
  return {
    rtl,
    width,
    height,
    title: { ...inner, y: margin, height: titleHeight },
    map: turned(map),
    legend: turned(legendFrame),
    foot: { ...inner, y: bottom, height: footHeight },
  };
}
