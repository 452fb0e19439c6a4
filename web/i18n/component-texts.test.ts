import { describe, expect, it } from 'vitest';
import { loadComponentTexts } from './component-texts.ts';
import { type Language, locales } from './locales.ts';

describe('the component library’s own texts', () => {
  const others = (Object.keys(locales) as Language[]).filter((language) => language !== 'en');

  it.each(others)('are there for %s', async (language) => {
    expect(await loadComponentTexts(language)).toHaveProperty('components');
  });

  it('need nothing for English', async () => {
    expect(await loadComponentTexts('en')).toEqual({});
  });
});
