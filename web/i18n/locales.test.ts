import { describe, expect, it } from 'vitest';
import { type Language, loadComponentTexts, locales } from './locales.ts';

describe('the component library’s texts', () => {
  const others = (Object.keys(locales) as Language[]).filter((language) => language !== 'en');

  it.each(others)('exist for %s', async (language) => {
    expect(await loadComponentTexts(language)).toHaveProperty('components');
  });

  it('are built in for English', async () => {
    expect(await loadComponentTexts('en')).toEqual({});
  });
});
