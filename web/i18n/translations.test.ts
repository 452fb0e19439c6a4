import { brotliCompressSync, constants } from 'node:zlib';
import { translated } from 'virtual:messages';
import { catalogues } from 'virtual:messages/files';
import { describe, expect, it } from 'vitest';
import { sample } from '../../testing/rig/long.ts';
import { messages as plugin } from '../../tools/translations/plugin.ts';
import { messageParts, readEnglish, readTranslation } from '../../tools/translations/catalogues.ts';
import { allLanguages, catalogueOf, isComplete, locales, nativeName } from '../../wire/languages.ts';
import { englishParts } from './english-parts.ts';
import { loadCatalogue, loadComponentTexts, translatedLanguages } from './translations.ts';

const files = Object.keys(translated);
const load = plugin().load as (this: object, id: string) => string;

describe('the English messages', () => {
  // Those of other languages are stored by their place among them.
  it.each(messageParts)('of the page are those of the build: %s', async (part) => {
    expect(await englishParts[part]()).toEqual(readEnglish(part));
  });
});

describe.each(sample(files, 6))('the messages of %s', (language) => {
  it('arrive as they are in its file', async () => {
    const parts = await Promise.all(messageParts.map((part) => loadCatalogue(language, part)));
    const loaded = Object.assign({}, ...parts) as Record<string, string>;
    const ofServer = (key: string) => /^(signInPage|mail|page)\./.test(key);
    const { messages } = readTranslation(language);
    expect(loaded).toEqual(Object.fromEntries(Object.entries(messages).filter(([key]) => !ofServer(key))));
  });
});

describe.each(sample(files, 6))('the messages of %s', (language) => {
  it('cost the readers of a map at most 30 kB', () => {
    const code = ['', '/others'].map((part) =>
      load.call({ addWatchFile: () => {} }, `\0virtual:messages/${language}${part}`),
    );
    const kilobytes = (quality: number) => {
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      return code.reduce((sum, text) => sum + brotliCompressSync(text, { params }).length, 0) / 1000;
    };
    // The build compresses better, which takes twenty times as long.
    const quick = kilobytes(9);
    expect(quick > 30 ? kilobytes(11) : quick).toBeLessThanOrEqual(30);
  });
});

describe('the component library’s texts', () => {
  it.each(translatedLanguages().filter((language) => !language.startsWith('en')))(
    'exist for %s',
    async (language) => {
      expect(await loadComponentTexts(language)).toHaveProperty('components');
    },
  );

  it('are built in for English, and English where nothing is translated', async () => {
    expect(await loadComponentTexts('en')).toEqual({});
    expect(await loadComponentTexts('en-US')).toEqual({});
    const untranslated = allLanguages.find((language) => catalogueOf(language, translated) === undefined);
    expect(await loadComponentTexts(untranslated ?? 'en')).toEqual({});
  });
});

describe('locales', () => {
  it('cover every locale the component library ships', async () => {
    const shipped = Object.keys(await import('@mui/material/locale')).filter((name) =>
      /^[a-z]{2}[A-Z]/.test(name),
    );
    expect([...new Set(Object.values(locales))].toSorted()).toEqual(shipped.toSorted());
  });

  it('have a native name', () => {
    expect(nativeName('nl')).toBe('Nederlands');
    expect(nativeName('pt-BR')).toBe('Português (Brasil)');
    for (const language of allLanguages) expect(nativeName(language).length).toBeGreaterThan(1);
  });

  it('have each file of translations for at least one of them', () => {
    const used = allLanguages.map((language) => catalogueOf(language, translated));
    expect(files.filter((file) => !used.includes(file))).toEqual([]);
    expect(Object.keys(catalogues)).toEqual(files);
    expect(files.filter((file) => isComplete(file as 'de', translated)).length).toBeGreaterThan(15);
  });
});
