import { expect, it } from 'vitest';
import { readAddress } from './local-glyphs.ts';

const origin = 'https://maps.example';

it.each([
  [
    'a Chinese character of a label',
    '/server/fonts/arial-unicode-ms-bold/26368-26623.pbf',
    'arial-unicode-ms-bold',
    26368,
  ],
  ['kana', '/server/fonts/arial-unicode-ms-regular/12288-12543.pbf', 'arial-unicode-ms-regular', 12288],
  [
    'Hangul of a vector tile layer',
    '/server/rest/services/Roads/VectorTileServer/resources/fonts/Noto%20Sans%20Bold/44032-44287.pbf',
    'Noto Sans Bold',
    44032,
  ],
  [
    'the same in the address of an organisation',
    '/server/demo/rest/services/Roads/VectorTileServer/resources/fonts/Noto%20Sans%20Bold/55040-55295.pbf?token=a',
    'Noto Sans Bold',
    55040,
  ],
  ['a star', '/server/fonts/arial-unicode-ms-regular/9728-9983.pbf', 'arial-unicode-ms-regular', 9728],
  [
    'a form of full width',
    '/server/fonts/arial-unicode-ms-regular/65280-65535.pbf',
    'arial-unicode-ms-regular',
    65280,
  ],
])('draws %s', (_, path, font, first) => {
  expect(readAddress(`${origin}${path}`, origin)).toEqual({ font, first });
});

it.each([
  ['Latin letters, which the server has', '/server/fonts/arial-unicode-ms-bold/0-255.pbf'],
  ['Arabic letters in their joined forms', '/server/fonts/arial-unicode-ms-bold/65024-65279.pbf'],
  ['Devanagari, whose letters join', '/server/fonts/arial-unicode-ms-bold/2304-2559.pbf'],
  ['Khmer', '/server/fonts/arial-unicode-ms-bold/6016-6143.pbf'],
  ['surrogates', '/server/fonts/arial-unicode-ms-bold/55296-55551.pbf'],
  ['a whole font', '/server/fonts/woff2/arial-unicode-ms-regular.woff2'],
  ['a layer', '/server/rest/services/Roads/FeatureServer/0'],
])('leaves %s to the server', (_, path) => {
  expect(readAddress(`${origin}${path}`, origin)).toBeUndefined();
});

it('leaves glyphs of another server to it', () => {
  expect(readAddress('https://basemaps.example/server/fonts/a/26368-26623.pbf', origin)).toBeUndefined();
});
