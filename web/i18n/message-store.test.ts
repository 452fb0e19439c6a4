import { describe, expect, it } from 'vitest';
import store from './message-store.ts';

const catalogues: Record<string, Record<string, string>> = {
  en: { maps_one: '{{count}} map', maps_other: '{{count}} maps', title: 'Gallery', by: 'By {{owner}}' },
  ar: { maps_zero: 'none', maps_two: 'two', maps_few: 'few {{count}}', maps_other: 'other' },
  pt: { title: 'Galeria', by: 'Por {{owner}}' },
  'pt-PT': { title: 'Galeria de mapas' },
};

async function started(lng: string, load = async (language: string) => catalogues[language] ?? {}) {
  const messages = store.createInstance();
  await messages.init({ lng, fallbackLng: 'en', load });
  return messages;
}

describe('messages', () => {
  it.each([
    ['en', 0, '0 maps'],
    ['en', 1, '1 map'],
    ['ar', 0, 'none'],
    ['ar', 2, 'two'],
    ['ar', 5, 'few 5'],
    ['ar', 100, 'other'],
    ['pt', 1, '1 map'],
  ])('in %s with a count of %i are “%s”', async (language, count, text) => {
    expect((await started(language)).t('maps', { count })).toBe(text);
  });

  it('of a region fall back on its language, then on English', async () => {
    const messages = await started('pt-PT');
    expect(['title', 'by'].map((key) => messages.t(key, { owner: 'ada' }))).toEqual([
      'Galeria de mapas',
      'Por ada',
    ]);
    expect(messages.languages).toEqual(['pt-PT', 'pt', 'en']);
  });

  it('show values as they are, also those that look like placeholders', async () => {
    const messages = await started('en');
    expect(messages.t('by', { owner: '{{count}} $& <b>' })).toBe('By {{count}} $& <b>');
    expect(messages.t('by', { replace: { owner: 'ada' } })).toBe('By ada');
    expect(messages.t('by')).toBe('By ');
  });

  it('that do not exist are the default text or the key, also for the names of properties of objects', async () => {
    const messages = await started('en');
    expect(messages.t('constructor')).toBe('constructor');
    expect(messages.t('gone', { defaultValue: 'text' })).toBe('text');
  });

  it('are those of the language that was chosen last, however late it arrives', async () => {
    const waiting = new Map<string, () => void>();
    const messages = await started('en', (language) =>
      language === 'en'
        ? Promise.resolve(catalogues['en'] ?? {})
        : new Promise((resolve) => waiting.set(language, () => resolve(catalogues[language] ?? {}))),
    );
    const changes = [messages.changeLanguage('ar'), messages.changeLanguage('pt')];
    waiting.get('pt')?.();
    waiting.get('ar')?.();
    await Promise.all(changes);
    expect([messages.language, messages.t('title')]).toEqual(['pt', 'Galeria']);
  });

  it('stay in the fallback language while those of a language cannot be loaded, which is tried again', async () => {
    let reachable = false;
    const messages = await started('en', async (language) => {
      if (language !== 'en' && !reachable) throw new Error('Away');
      return catalogues[language] ?? {};
    });
    await messages.changeLanguage('pt');
    expect(messages.t('title')).toBe('Gallery');
    reachable = true;
    await messages.changeLanguage('pt');
    expect(messages.t('title')).toBe('Galeria');
  });
});
