import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { firstVisible, type Frame, ink, likeness } from './first-visible.ts';

/** A picture of 100×100 with part of its columns in another colour. */
function picture(share: number, colour = 200): PNG {
  const png = new PNG({ width: 100, height: 100 });
  for (let at = 0; at < png.data.length; at += 4) {
    const x = (at / 4) % 100;
    png.data.fill(x % 10 < share * 10 ? colour : 20, at, at + 3);
    png.data[at + 3] = 255;
  }
  return png;
}

function frame(shownAt: number, png: PNG): Frame {
  return { shownAt, png: PNG.sync.write(png).toString('base64') };
}

describe('the first visible map', () => {
  it('is the first frame that matches the last', () => {
    const frames = [
      frame(1, picture(0)),
      frame(2, picture(0.2)),
      frame(3, picture(0.5)),
      frame(4, picture(0.5, 210)),
    ];
    expect(firstVisible(frames)?.shownAt).toBe(3);
  });

  it('is not a frame of the page before', () => {
    const frames = [frame(1, picture(0.5)), frame(2, picture(0.2)), frame(3, picture(0.5))];
    expect(firstVisible(frames, 2)?.shownAt).toBe(3);
    expect(firstVisible(frames, 4)).toBeUndefined();
  });

  it('does not count when the last frame is blank or there is none', () => {
    expect(firstVisible([frame(1, picture(0.5)), frame(2, picture(0))])).toBeUndefined();
    expect(firstVisible([])).toBeUndefined();
  });
});

describe('pictures', () => {
  it('match within the tolerance', () => {
    expect(likeness(picture(0.5), picture(0.5, 224))).toBe(1);
    expect(likeness(picture(0.5), picture(0.5, 225))).toBeCloseTo(0.5, 5);
    expect(likeness(picture(0.5), new PNG({ width: 50, height: 100 }))).toBe(0);
  });

  it('have ink where they differ from their most frequent colour', () => {
    expect(ink(picture(0))).toBe(0);
    expect(ink(picture(0.2))).toBeCloseTo(0.2, 5);
  });
});
