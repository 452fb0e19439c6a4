import { describe, expect, it } from 'vitest';
import { conePicture, pinPicture, standPicture } from './marker-pictures.ts';

describe('marker pictures', () => {
  const pictures = [
    conePicture('#336699', true),
    conePicture('#336699', false),
    standPicture('#336699', true),
    pinPicture('#336699'),
  ];

  it.each(pictures)('have the requested colour', (text) => {
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(text).toContain('#336699');
    // They go through btoa, which supports only Latin letters.
    expect(() => btoa(text)).not.toThrow();
  });

  it('highlight the leader', () => {
    expect(conePicture('#336699', true)).not.toBe(conePicture('#336699', false));
  });
});
