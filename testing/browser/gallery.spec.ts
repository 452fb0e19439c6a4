import { expect, type Page } from '@playwright/test';
import { signIn, test } from './steps.ts';

const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

test('a visitor narrows the gallery by mouse, looks at details, and goes back step by step', async ({
  page,
}) => {
  await page.goto('/demo/gallery');
  await expect(cards(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Buildings' }).click();
  await expect(page).toHaveURL(/category=/);
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page).toHaveURL(/view=list/);
  await page.getByRole('button', { name: 'Details of Buildings by number of storeys' }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByRole('region', { name: 'Layers' }).getByRole('listitem')).not.toHaveCount(0);
  await expect(details.getByText('Open Database License')).toBeVisible();
  await page.goBack();
  await expect(details).toBeHidden();
  await page.goBack();
  await expect(page).not.toHaveURL(/view=list/);
  await page.goBack();
  await expect(cards(page)).toHaveCount(10);
});

test('a group is chosen by its name', async ({ page }) => {
  await page.goto('/demo/gallery?scope=group');
  await page.getByRole('combobox', { name: 'Group' }).fill('city');
  await page.getByRole('option', { name: 'City maps' }).click();
  await expect(page).toHaveURL(/group=[0-9a-f]{32}/);
  await expect(page.getByRole('heading', { name: 'Points of interest' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Land use' })).toBeHidden();
});

test('a member marks a favourite by keyboard alone and finds it among the favourites', async ({ page }) => {
  await page.goto('/demo/gallery?q=river');
  await signIn(page, 'grace');
  const star = page.getByRole('button', { name: 'Favourite: River and bridges' });
  await star.focus();
  await page.keyboard.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('combobox', { name: 'Show' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/scope=favourites/);
  await expect(page.getByRole('heading', { name: 'River and bridges' })).toBeVisible();
  await page.getByRole('button', { name: 'Favourite: River and bridges' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Favourite: River and bridges' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('nothing is wider than the screen, and details fill it', async ({ page }) => {
    await page.goto('/demo/gallery');
    await expect(cards(page)).toHaveCount(10);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Details' })).toBeHidden();
  });

  test('home shows featured maps in every language', async ({ page }) => {
    await page.goto('/demo?lang=ru');
    await expect(page.getByRole('heading', { name: 'Points of interest' })).toBeVisible();
  });
});
