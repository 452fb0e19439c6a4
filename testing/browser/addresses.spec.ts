import { expect } from '@playwright/test';
import { test } from './steps.ts';

test.use({ quiet: true });

test.describe('unknown addresses', () => {
  // The console says so.
  test.use({ quiet: false });

  test('the root shows “Not found” as plain text', async ({ page }) => {
    const response = await page.goto('/');
    expect(response?.headers()['content-type']).toContain('text/plain');
    await expect(page.locator('body')).toHaveText('Not found');
  });
});

test(
  'an unknown path of an organisation shows “Not found” within its layout',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/no/such/page');
    await expect(page.getByText('Not found', { exact: true })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Mapping: City of Astana');
  },
);

test.describe('unknown organisations and restricted pages', () => {
  // The console says so.
  test.use({ quiet: false });

  test('an unknown organisation has an error view', async ({ page }) => {
    await page.goto('/atlantis');
    await expect(page.getByText('There is no organisation at this address.')).toBeVisible();
  });
});

test('the administration is “Not found” for visitors', async ({ page }) => {
  await page.goto('/demo/administration');
  await expect(page.getByText('Not found', { exact: true })).toBeVisible();
});

test('the logo and the title link to the organisation’s home view', { tag: '@long' }, async ({ page }) => {
  await page.goto('/demo/gallery');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Mapping: City of Astana/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/demo$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('City of Astana');
});

test('Map > Open links to the gallery and Map > New to a new map', { tag: '@long' }, async ({ page }) => {
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/demo\/gallery/);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New' }).click();
  await expect(page).toHaveURL(/\/demo\/map/);
});

test('the second organisation has its own title, logo, colour and form', async ({ page }) => {
  await page.goto('/esil');
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Mapping: Esil Water');
  const logo = banner.locator('img').first();
  await expect(logo).toHaveAttribute('src', /\/api\/esil\/logo/);
  await expect(logo).toHaveJSProperty('complete', true);
  expect((await logo.boundingBox())?.width).toBe(50);
  await expect(banner.getByRole('link', { name: /Feedback/ })).toHaveAttribute(
    'href',
    /forms\.example\.org\/esil-water\?organisation=esil/,
  );
});

test('feedback opens the organisation’s prefilled form in a new tab', { tag: '@long' }, async ({ page }) => {
  await page.goto('/demo/gallery?lang=nl');
  const link = page.getByRole('banner').locator('a[target=_blank]').first();
  await expect(link).toHaveAttribute('rel', /noopener/);
  const address = new URL((await link.getAttribute('href')) ?? '', page.url());
  expect(address.searchParams.get('language')).toBe('nl');
  expect(address.searchParams.get('page')).toContain('/demo/gallery');
  const opening = page.waitForEvent('popup');
  await link.click();
  const form = await opening;
  await form.getByRole('textbox', { name: 'Uw bericht' }).fill('Een boom is omgevallen.');
  await form.getByRole('button', { name: 'Versturen' }).click();
  await expect(form.getByRole('heading', { name: 'Bedankt voor uw feedback' })).toBeVisible();
  await form.getByRole('link', { name: 'Terug naar de kaart' }).click();
  await expect(form).toHaveURL(/\/demo\/gallery/);
});
