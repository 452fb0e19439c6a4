import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../limits.ts';
import { termLexeme, termLexemes, asTerm, unspacedExcess, words, wordsInTurns } from './words.ts';

describe('words', () => {
  test.each([
    ['Wi-Fi: 24/7 (free!)', ['wi', 'fi', '24', '7', 'free']],
    ['', []],
    ['*** — …', []],
    ['天安门广场', ['天安门', '广场']],
    ['สวัสดีชาวโลก', ['สวัสดี', 'ชาว', 'โลก']],
    ['نقشهٔ راه‌های ایران ۱۴۰۳', ['نقشه', 'راههاي', 'ايران', '1403']],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('are letters, marks and digits only, so that none is an operator of the database', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of words(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,200}$/u);
      }),
    );
  });
});

describe('too much of scripts without blanks', () => {
  const max = limits.searchWords * 2;

  test.each([
    ['characters', '中'.repeat(max + 1)],
    ['characters that fold to several', '㍿'.repeat(max / 4 + 1)],
    ['characters of no script that belong to a word', `中${'ｰ'.repeat(max)}`],
  ])('has many %s', (_what, text) => {
    expect(unspacedExcess(text)).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ['few characters', '中'.repeat(max)],
    ['words of scripts with blanks', 'Straße '.repeat(max)],
  ])('has not a text of %s', (_what, text) => {
    expect(unspacedExcess(text)).toBeUndefined();
  });
});

describe('whole terms', () => {
  test('fold and keep the order of the words', () => {
    expect(asTerm('  Green   SPACE! ')).toBe('green space');
    expect(termLexeme('tag', 'Green Space')).toBe('t:green space');
    expect(termLexeme('category', '/Categories/Built Areas')).toBe('c:/categories/built areas');
  });

  test('finds an item of a category in everything above it', () => {
    expect(termLexemes('category', '/Categories/Water/Rivers')).toEqual([
      'c:/categories',
      'c:/categories/water',
      'c:/categories/water/rivers',
      'c:categories',
      'c:water',
      'c:rivers',
    ]);
  });

  test.each(['a', 'б', '中', '𠀀'])('of a category made of %s fit into a lexeme of PostgreSQL', (letter) => {
    const path = `/${Array(12).fill(letter.repeat(200)).join('/')}`;
    for (const lexeme of [termLexeme('category', path), ...termLexemes('category', path)])
      expect(Buffer.byteLength(lexeme)).toBeLessThan(2046);
  });

  test('of a category fold each of its names once', () => {
    const folded = vi.spyOn(String.prototype, 'toLowerCase');
    asTerm('a');
    const once = folded.mock.calls.length;
    folded.mockClear();
    termLexemes('category', '/a'.repeat(500));
    expect(folded.mock.calls.length).toBeLessThanOrEqual(once * (1 + limits.categoryDepth));
  });
});

describe('a long text of a script without blanks', () => {
  const text = '地图服务数据库查询'.repeat(1000);

  test('is split as short ones are', async () => {
    expect(await wordsInTurns(text)).toEqual(Array(1000).fill(words('地图服务数据库查询')).flat());
    expect(words(text)).toEqual(await wordsInTurns(text));
  });

  test('is split in pieces, each in another turn of the event loop', async () => {
    let turn = 0;
    const split = new Map<number, number>();
    const original = Intl.Segmenter.prototype.segment;
    vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (
      this: Intl.Segmenter,
      part: string,
    ) {
      split.set(turn, (split.get(turn) ?? 0) + part.length);
      return original.call(this, part);
    });
    let done = false;
    const count = () => {
      turn += 1;
      if (!done) setImmediate(count);
    };
    count();
    await wordsInTurns(text);
    done = true;
    expect(split.size).toBeGreaterThan(3);
    expect(Math.max(...split.values())).toBeLessThanOrEqual(3000);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});
