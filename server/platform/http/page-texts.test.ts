import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebFolder, type WebFolder } from '../../../testing/rig/web-folder.ts';
import { pageTexts } from './page-texts.ts';

const texts = {
  en: { 'app.notFound': 'Not found', 'page.needsScripts': 'Allow JavaScript.' },
  de: { 'app.notFound': 'Nicht gefunden' },
  ar: { 'app.notFound': 'غير موجود', 'page.needsScripts': 'اسمح بجافا سكريبت.' },
};
let built: WebFolder;
let empty: WebFolder;

beforeAll(async () => {
  const parts = { icons: {}, texts, translated: { en: 100, de: 100, ar: 100 } };
  built = await createWebFolder({ 'shell.json': JSON.stringify(parts) });
  empty = await createWebFolder();
});
afterAll(() => Promise.all([built.remove(), empty.remove()]));

describe('a text of the server’s own', () => {
  it('is in the reader’s first language that the product has', async () => {
    const textFor = await pageTexts(built.path);
    expect(textFor('app.notFound', [undefined, 'xx', 'de-AT', 'ar'])).toEqual({
      text: 'Nicht gefunden',
      language: 'de',
      direction: 'ltr',
    });
    expect(textFor('page.needsScripts', ['ar-MA'])).toMatchObject({
      text: texts.ar['page.needsScripts'],
      language: expect.stringMatching(/^ar/) as string,
      direction: 'rtl',
    });
  });

  it('is English, and marked so, where the language lacks it', async () => {
    const textFor = await pageTexts(built.path);
    const missing = { text: 'Allow JavaScript.', language: 'en', direction: 'ltr' };
    expect(textFor('page.needsScripts', ['de'])).toEqual(missing);
    expect(textFor('page.needsScripts', [])).toEqual(missing);
  });

  it('is English without the parts of a build', async () => {
    const textFor = await pageTexts(empty.path);
    expect(textFor('app.notFound', ['de'])).toEqual({ text: 'Not found', language: 'en', direction: 'ltr' });
  });
});
