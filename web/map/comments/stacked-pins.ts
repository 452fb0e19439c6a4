import type { CommentPin } from './comment-pins.ts';

/** Pins at one place, which are drawn as one. */
export interface PinStack {
  pins: readonly [CommentPin, ...CommentPin[]];
  /** Number of all their comments. */
  count: number;
  /** Whether the open one is among them. */
  leading: boolean;
}

/** Pins by their place, to about a metre. */
export function stackedPins(pins: readonly CommentPin[]): PinStack[] {
  const places = Map.groupBy(pins, ({ latitude, longitude }) =>
    [latitude, longitude].map((degrees) => degrees.toFixed(5)).join(' '),
  );
  return [...places.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const all = [first, ...others] as const;
    return {
      pins: all,
      count: all.reduce((sum, { count }) => sum + count, 0),
      leading: all.some(({ leading }) => leading),
    };
  });
}

/** The pin of a stack that a click opens: the one after the open one, so that all can be reached. */
export function nextPin({ pins }: PinStack): CommentPin {
  const at = pins.findIndex(({ leading }) => leading);
  return pins[at + 1] ?? pins[0];
}
