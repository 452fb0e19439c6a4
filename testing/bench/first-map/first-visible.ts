import { PNG } from 'pngjs';

/** A composited frame: its time (epoch milliseconds), and its picture as base64 PNG. */
export interface Frame {
  shownAt: number;
  png: string;
}

/** The part of the picture that is compared: the centre, without panels and controls. */
const region = { left: 0.35, right: 0.65, top: 0.3, bottom: 0.75 };
/** Difference per channel that still counts as the same colour. */
const tolerance = 24;
/** Share of the region that must match the final picture. */
const enough = 0.95;
/** Share of the region that must differ from its most frequent colour, or it contains no map. */
const minInk = 0.05;

/**
 * The first frame that shows the map: the first whose central region matches the last frame. Undefined when
 * the last frame shows nothing there.
 * @param since epoch milliseconds; earlier frames show another page
 */
export function firstVisible(frames: readonly Frame[], since = 0): Frame | undefined {
  const after = frames.filter(({ shownAt }) => shownAt >= since);
  const last = after.at(-1);
  if (!last) return undefined;
  const final = read(last);
  if (ink(final) < minInk) return undefined;
  return after.find((frame) => likeness(read(frame), final) >= enough);
}

/** Share of the region's pixels that match; 0 for pictures of different sizes. */
export function likeness(one: PNG, other: PNG): number {
  if (one.width !== other.width || one.height !== other.height) return 0;
  let alike = 0;
  let all = 0;
  for (const at of pixels(one)) {
    all += 1;
    const near = (channel: number) =>
      Math.abs(one.data[at + channel]! - other.data[at + channel]!) <= tolerance;
    if (near(0) && near(1) && near(2)) alike += 1;
  }
  return alike / all;
}

/** Share of the region's pixels that are not of its most frequent colour. */
export function ink(picture: PNG): number {
  const counts = new Map<number, number>();
  let all = 0;
  for (const at of pixels(picture)) {
    const [red, green, blue] = [0, 1, 2].map((channel) => picture.data[at + channel]! >> 4) as [
      number,
      number,
      number,
    ];
    const colour = (red << 8) | (green << 4) | blue;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
    all += 1;
  }
  return 1 - Math.max(...counts.values()) / all;
}

function* pixels({ width, height }: PNG): Generator<number> {
  for (let y = Math.floor(height * region.top); y < Math.floor(height * region.bottom); y += 1) {
    for (let x = Math.floor(width * region.left); x < Math.floor(width * region.right); x += 1)
      yield (y * width + x) * 4;
  }
}

const pictures = new WeakMap<Frame, PNG>();

function read(frame: Frame): PNG {
  const known = pictures.get(frame);
  if (known) return known;
  const picture = PNG.sync.read(Buffer.from(frame.png, 'base64'));
  pictures.set(frame, picture);
  return picture;
}
