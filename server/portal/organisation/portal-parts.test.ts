import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';

import { listRegions } from './portal-parts.ts';
interface Region {
  name: string;
  region: string;
  localizedName: string;
}

const regionsIn = async (culture?: string) =>
  (await listRegions(
    fakePortalCall({ parameters: culture === undefined ? {} : { culture } }).call,
  )) as Region[];
const nameOf = async (region: string, culture?: string) =>
  (await regionsIn(culture)).find((each) => each.region === region)?.localizedName;

describe('regions of the world', () => {
  it.each([
    [undefined, 'Kazakhstan'],
    ['en-us', 'Kazakhstan'],
    ['de', 'Kasachstan'],
    ['DE-AT', 'Kasachstan'],
    ['nl', 'Kazachstan'],
    ['ru', 'Казахстан'],
    ['kk-KZ', 'Қазақстан'],
    ['zh-hans-cn', '哈萨克斯坦'],
    ['ar', 'كازاخستان'],
  ])('are named in culture %s', async (culture, name) => expect(await nameOf('KZ', culture)).toBe(name));

  it.each(['xx', 'x', '!!', 'en_US', 'de-', '', ' ', 'null', '../de', `de-${'x'.repeat(300)}`])(
    'are named in English for the culture %j, which is empty or unknown',
    async (culture) => expect(await nameOf('KZ', culture)).toBe('Kazakhstan'),
  );

  it.each(['en', 'nl', 'ru', 'ar', 'sv', 'ja'])(
    'are complete in %s, the world first, then in alphabetical order',
    async (culture) => {
      const [world, ...others] = await regionsIn(culture);
      expect(world?.region).toBe('WO');
      const { compare } = new Intl.Collator(culture);
      const names = others.map((each) => each.localizedName);
      expect(names).toEqual([...names].sort(compare));
      expect(new Set(others.map((each) => each.region)).size).toBe(others.length);
      for (const each of others) {
        expect(each.region).toMatch(/^[A-Z]{2}$/);
        // A name equal to the code means that the region is unknown.
        expect([each.name, each.localizedName]).not.toContain(each.region);
      }
    },
  );

  it.each([
    ['de', 'Welt'],
    ['fr', 'Monde'],
    ['nl', 'Wereld'],
    ['en', 'World'],
  ])('start in %s with “%s”, capitalised', async (culture, name) => {
    expect((await regionsIn(culture))[0]).toEqual({ name: 'World', region: 'WO', localizedName: name });
  });

  it('are the same regions in every culture', async () => {
    const codes = async (culture?: string) => (await regionsIn(culture)).map((each) => each.region).sort();
    const expected = await codes();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 20 }), async (culture) => {
        expect(await codes(culture.replaceAll('\0', ''))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});
