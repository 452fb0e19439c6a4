import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { allLanguages, nativeName } from '../../wire/languages.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

/** English texts of the map SDK that `translations/map-sdk/` lacks (docs/languages.md). */
const ofTheSdk: Readonly<Record<string, RegExp>> = { km: /^Edit (?:attachment|group|route)$/ };

/** Names of languages and products, and samples of addresses. */
const names = [
  ...allLanguages.map(nativeName),
  'American English',
  'Cyclomedia Street Smart',
  'OpenID Connect',
  'xyz',
];

const pages: readonly string[] = [
  '',
  '/gallery',
  '/content',
  '/groups',
  '/profile',
  '/accessibility',
  '/join',
  '/nothing',
  ...['settings', 'portal', 'integrations', 'health', 'maps', 'usage', 'people', 'audit', 'revisions'].map(
    (one) => `/administration?page=${one}`,
  ),
];

for (const language of ['km', 'ar', 'de'])
  test(`pages in ${language} show no English words`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(900_000);
    const given = answeredTexts(page);
    const ours = new Set([...wordsOf(language), ...names.flatMap(wordsIn)]);
    const allowed = new Set(names);
    const isKnown = (run: string) =>
      allowed.has(run) ||
      ofTheSdk[language]?.test(run) === true ||
      given.has(run) ||
      wordsIn(run).every((one) => ours.has(one) || (language === 'de' && given.hasWord(one)));
    const look = async (place: string) => {
      const found = await page.evaluate(textsInSight);
      const foreign = [...new Set(found.flatMap(latinRuns))].filter((run) => !isKnown(run));
      expect.soft(foreign, place).toEqual([]);
    };

    await arriveSignedIn(page, 'ada');
    /* oxlint-disable no-await-in-loop -- one after the other, on the same page */
    for (const address of pages) {
      const joined = `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;
      await page.goto(`/demo${joined}`);
      await settled(page);
      await look(address);
    }
    await page.goto(`/demo/map/wid/${await findItem(page, 'Public transport stops')}?lang=${language}`);
    await expectMapDrawn(page);
    const tools = page.locator('[data-tour=tools] [data-tool]');
    const ids = await tools.evaluateAll((all) => all.map(({ dataset }) => dataset['tool'] ?? ''));
    for (const id of ids) {
      const button = page.locator(`[data-tour=tools] [data-tool="${id}"]`);
      if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
      await page.mouse.move(0, 0);
      await settled(page);
      await look(`the panel ${id}`);
    }
    /* oxlint-enable no-await-in-loop */
  });

/** The words of a language's own messages, among them the names of products and formats. */
function wordsOf(language: string): Set<string> {
  const file = path.resolve(import.meta.dirname, `../../translations/${language}.json`);
  const { messages } = JSON.parse(readFileSync(file, 'utf8')) as { messages: Record<string, string> };
  return new Set(Object.values(messages).flatMap(wordsIn));
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(word) ?? [];
const word = /\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*/gu;

/** Words in Latin letters that follow each other; single letters are symbols. */
function latinRuns(text: string): string[] {
  const runs = text.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’ -]*/gu) ?? [];
  return runs.map((run) => run.trim()).filter((run) => /\p{Script=Latin}{3}/u.test(run));
}

/** Texts of services, such as the names of places, layers and people: words of those who wrote them. */
function answeredTexts(page: Page): Record<'has' | 'hasWord', (text: string) => boolean> {
  const texts = new Set<string>();
  const keep = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(keep);
  };
  page.on('response', (response) => {
    if (/json/.test(response.headers()['content-type'] ?? '')) response.json().then(keep, () => {});
  });
  return {
    has: (run) => [...texts].some((text) => text.includes(run)),
    // In languages with Latin letters, names stand within our sentences.
    hasWord: (one) => [...texts].some((text) => wordsIn(text).includes(one)),
  };
}

/** The texts, names and descriptions of a page that a reader meets. Runs in the page. */
function textsInSight(): string[] {
  const texts: string[] = [];
  const ownLanguage = (element: Element) => {
    const marked = element.closest('[lang]');
    return !marked || marked === document.documentElement;
  };
  const walk = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.matches('script, style, noscript, svg *, code')) continue;
      if (!element.checkVisibility({ visibilityProperty: true }) || !ownLanguage(element)) continue;
      for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder'])
        texts.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
    }
  };
  walk(document);
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
