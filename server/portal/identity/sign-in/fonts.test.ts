import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { eastAsianFontOf } from '../../../../wire/east-asian-fonts.ts';
import { signInFiles, styleElement } from './layout.ts';
import { languages } from './languages.ts';

/** The faces of the pages' style sheet: the file of each, and its characters. */
const faces = [...styleElement.text.matchAll(/@font-face\s*\{([^}]+)\}/g)].map(([, face = '']) => ({
  family: /font-family:\s*['"]?([^;'"]+)/.exec(face)?.[1] ?? '',
  weight: /font-weight:\s*(\d+)/.exec(face)?.[1] ?? '',
  file: /url\((['"]?)([^)'"]+)\1\)/.exec(face)?.[2] ?? '',
  ranges: [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]),
}));

const hasFace = (letter: string, weight: string) =>
  faces.some(
    (face) =>
      face.weight === weight &&
      face.ranges.some(
        ([from = 0, to = 0]) => from <= letter.codePointAt(0)! && letter.codePointAt(0)! <= to,
      ),
  );

/** Chinese, Japanese and Korean pages have a style sheet of their own for these. */
const eastAsian = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Zyyy}]/u;

describe('fonts of the sign-in pages', () => {
  it.each(languages.map((language) => [language.tag, language] as const))(
    'have every letter of %s',
    (tag, { messages, faults, name }) => {
      const texts = [...Object.values(messages), ...Object.values(faults), name].join('');
      const letters = new Set(texts.normalize('NFC').match(/[\p{L}\p{M}]/gu));
      const missing = [...letters].filter(
        (letter) =>
          !(eastAsianFontOf(tag) && eastAsian.test(letter)) &&
          !(hasFace(letter, '400') && hasFace(letter, '500')),
      );
      expect(missing).toEqual([]);
    },
  );

  it('are all served', async () => {
    const app = Fastify();
    await app.register(signInFiles);
    expect(faces.length).toBeGreaterThan(20);
    for (const { file } of faces) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, without a connection
      const { statusCode, headers } = await app.inject(file);
      expect([file, statusCode, headers['content-type']]).toEqual([file, 200, 'font/woff2']);
    }
    await app.close();
  });
});
