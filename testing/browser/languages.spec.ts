import { expect, test } from '@playwright/test';

/** What a browser's language gets: the language of the page, its direction, and the first heading. */
const readers = [
  { locale: 'zh-MO', language: 'zh-HK', direction: 'ltr', heading: '歡迎', tag: [] },
  { locale: 'zh-SG', language: 'zh-CN', direction: 'ltr', heading: '欢迎', tag: '@long' },
  // Not translated: English words are never mirrored.
  { locale: 'sd-PK', language: 'en', direction: 'ltr', heading: 'Welcome', tag: '@long' },
];

for (const { locale, language, direction, heading, tag } of readers)
  test(`a browser in ${locale} gets ${language}, served and drawn alike`, { tag }, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const served = await (
      await context.request.get('/demo', { headers: { 'accept-language': locale } })
    ).text();
    expect(served).toContain(`<html lang="${language}" dir="${direction}">`);
    const scripts = /<link rel="preload" as="script"[^>]* href="[^"]*messages-([\w-]+)-start-/.exec(served);
    expect(scripts?.[1]).toBe(language === 'en' ? undefined : language);

    await page.goto('/demo');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await context.close();
  });

test('the menu shows no language of which a part is missing', async ({ page }) => {
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Language' }).click();
  const items = page.getByRole('menuitemradio');
  await expect(items.filter({ hasText: '日本語' })).toHaveCount(1);
  await expect(items.filter({ hasText: '—' })).toHaveCount(0);
});

test('dates and numbers are in the language of the words, though this browser does not know it', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL, locale: 'de-DE' });
  await page.goto('/demo?lang=km');
  await expect(page.locator('html')).toHaveAttribute('lang', 'km');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Node.js knows the language.
  const written = () => [
    new Intl.RelativeTimeFormat('km', { numeric: 'auto' }).format(-3, 'day'),
    new Intl.DateTimeFormat('km-KH', { dateStyle: 'medium', timeZone: 'UTC' }).format(0),
    new Intl.NumberFormat('km', { notation: 'compact' }).format(12_345),
    new Intl.NumberFormat('de').format(12_345),
  ];
  expect(await page.evaluate(written)).toEqual(written());
  await page.close();
});
