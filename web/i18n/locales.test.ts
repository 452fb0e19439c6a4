import { describe, expect, it } from 'vitest';
import { type Language, locales } from '../../wire/languages.ts';
import { loadComponentTexts, nativeName } from './locales.ts';

describe('the component library’s texts', () => {
  const others = (Object.keys(locales) as Language[]).filter((language) => language !== 'en');

  it.each(others)('exist for %s', async (language) => {
    expect(await loadComponentTexts(language)).toHaveProperty('components');
  });

  it('are built in for English', async () => {
    expect(await loadComponentTexts('en')).toEqual({});
  });
});

describe('locales', () => {
  it('cover every locale the component library ships', async () => {
    const shipped = Object.keys(await import('@mui/material/locale')).filter((name) =>
      /^[a-z]{2}[A-Z]/.test(name),
    );
    expect(Object.values(locales).toSorted()).toEqual(shipped.toSorted());
  });

  it('have a native name', () => {
    expect(nativeName('nl')).toBe('Nederlands');
    expect(nativeName('pt-BR')).toBe('Português (Brasil)');
    for (const language of Object.keys(locales) as (keyof typeof locales)[])
      expect(nativeName(language).length).toBeGreaterThan(1);
  });
});
