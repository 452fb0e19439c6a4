import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentTypeOf, isHarmless } from '../item-data/content-type.ts';
import { readDataUrl, readPicture } from './thumbnail.ts';

const begin = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(32)]);

describe('pictures', () => {
  test.each([
    ['\u0089PNG\r\n\u001a\n', 'image/png', '.png'],
    ['\u00ff\u00d8\u00ff', 'image/jpeg', '.jpg'],
    ['GIF89a', 'image/gif', '.gif'],
    ['RIFF\0\0\0\0WEBP', 'image/webp', '.webp'],
  ])('with the first bytes %j are recognised', (text, contentType, extension) => {
    expect(readPicture('view.html', begin(text))).toMatchObject({ name: `view${extension}`, contentType });
  });

  test.each(['<svg/onload=x>', 'RIFF\0\0\0\0WAVE', '', '%PDF-1.7'])('reject %j', (text) => {
    expect(() => readPicture('a.png', begin(text))).toThrow(
      expect.objectContaining({ id: 'portal:invalid-picture', status: 400 }),
    );
  });

  test('are rejected when too large', () => {
    const bytes = Buffer.concat([begin('GIF89a'), Buffer.alloc(10_000_000)]);
    expect(() => readPicture('a.gif', bytes)).toThrow(/10 MB/);
  });

  test('have a safe address, whatever their name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(readPicture(name, begin('GIF89a')).name).toMatch(/^[A-Za-z0-9_-]{1,80}\.gif$/);
      }),
    );
  });

  test('may be in a data: address', () => {
    const encoded = begin('GIF89a').toString('base64');
    expect(readDataUrl(`data:image/png;base64,${encoded}`, 'x').contentType).toBe('image/gif');
    for (const text of ['', 'data:text/html;base64,AA==', 'data:image/png,AA', 'https://example.org/a.png']) {
      expect(() => readDataUrl(text, 'x')).toThrow(expect.objectContaining({ status: 400 }));
    }
  });
});

describe('media types', () => {
  test.each([
    ['trees.GeoJSON', 'application/octet-stream', 'application/geo+json'],
    ['trees.csv', 'application/vnd.ms-excel', 'text/csv; charset=utf-8'],
    ['a.unknown', 'application/x-thing', 'application/x-thing'],
    ['a.js', 'text/javascript', 'application/octet-stream'],
    ['a', 'text/html\r\nx: y', 'application/octet-stream'],
    ['a', '', 'application/octet-stream'],
  ])('of %s sent as %j are stored as %s', (name, given, expected) => {
    expect(contentTypeOf(name, given)).toBe(expected);
  });

  test.each([
    ['application/json', true],
    ['text/csv; charset=utf-8', true],
    ['image/png', true],
    ['text/html; charset=utf-8', false],
    ['image/svg+xml', false],
    ['application/xml', false],
    ['application/jsonx', false],
  ])('of %s may be shown: %s', (type, shown) => {
    expect(isHarmless(type)).toBe(shown);
  });
});
