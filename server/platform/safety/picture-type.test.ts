import { expect, test } from 'vitest';
import { pictureTypeOf } from './picture-type.ts';

test.each([
  ['PNG', '\u0089PNG\r\n\u001a\n', 'image/png'],
  ['JPEG', '\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
  ['GIF', 'GIF89a', 'image/gif'],
  ['WebP', 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 ', 'image/webp'],
  ['WAV, which begins as WebP does', 'RIFF\u0010\u0000\u0000\u0000WAVEfmt ', undefined],
  ['SVG, which can run scripts', '<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['nothing', '', undefined],
])('%s is detected by its first bytes', (_name, begins, type) => {
  expect(pictureTypeOf(Buffer.from(begins, 'latin1'))).toBe(type);
});
