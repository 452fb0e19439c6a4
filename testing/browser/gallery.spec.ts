import { expect, type Locator, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { checkMapsNow } from './map-doctor.ts';
import { test, tokenOf } from './steps.ts';

test.use({ quiet: true });

const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

/** Presses Tab until an element has the focus; fails if it cannot be reached. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const focused = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 80 && !(await focused()); steps += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** Creates a map of grace's with a layer that does not respond and one that is not supported. */
async function brokenMap(page: Page, title: string) {
  const token = await tokenOf(page, 'grace');
  const user = '/portal/sharing/rest/content/users/grace';
  const text = JSON.stringify({
    version: '2.31',
    operationalLayers: [
      {
        id: 'a',
        title: 'Tram depots',
        layerType: 'ArcGISFeatureLayer',
        url: '/server/rest/services/Gone/FeatureServer',
      },
      {
        id: 'b',
        title: 'Old drawing',
        layerType: 'ArcGISDimensionLayer',
        url: '/server/rest/services/Old/FeatureServer',
      },
    ],
    baseMap: { baseMapLayers: [], title: 'None' },
  });
  const answer = await page.request.post(`${user}/addItem`, {
    form: { f: 'json', token, type: 'Web Map', title, tags: 'test', text },
  });
  const { id } = (await answer.json()) as { id: string };
  const remove = () => page.request.post(`${user}/items/${id}/delete`, { form: { f: 'json', token } });
  return { id, remove };
}

test('a visitor filters the gallery by mouse, views details and navigates back step by step', async ({
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

test('a group is selected by name', { tag: '@long' }, async ({ page }) => {
  await page.goto('/demo/gallery?scope=group');
  await page.getByRole('combobox', { name: 'Group' }).fill('city');
  await page.getByRole('option', { name: 'City maps' }).click();
  await expect(page).toHaveURL(/group=[0-9a-f]{32}/);
  await expect(page.getByRole('heading', { name: 'Points of interest' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Land use' })).toBeHidden();
});

test(
  'a member finds, reads, favourites and opens a map that needs attention by keyboard, then returns to it',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const title = `Depots ${Date.now()}`;
    const map = await brokenMap(page, title);
    await checkMapsNow(baseURL ?? '');
    await arriveSignedIn(page, 'grace');
    await page.goto('/demo/gallery');

    await tabTo(page, page.getByRole('searchbox', { name: 'Search maps' }));
    await page.keyboard.type(title);
    await expect(page).toHaveURL(/q=Depots/);
    const card = cards(page).filter({ hasText: title });
    await expect(card.getByText('Needs attention')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Filters' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('switch', { name: 'Needs attention' }));
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/attention/);
    await expect(cards(page)).toHaveCount(1);
    await expect(card).toBeVisible();

    const star = page.getByRole('button', { name: `Favourite: ${title}` });
    await tabTo(page, star);
    await page.keyboard.press('Enter');
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    const details = page.getByRole('button', { name: `Details of ${title}` });
    await tabTo(page, details);
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Details' });
    const note = drawer.getByRole('alert');
    await expect(note).toContainText('To fix this');
    await expect(note.getByRole('listitem')).toHaveText([
      'Tram depots: doesn’t respond',
      'Old drawing: isn’t supported here',
    ]);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(details).toBeFocused();

    await tabTo(page, page.getByRole('combobox', { name: 'Show' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/scope=favourites/);
    await tabTo(page, card.getByRole('link', { name: title }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/map/wid/${map.id}`));
    await expect(page).toHaveTitle(new RegExp(title));

    await page.goto('/demo');
    const home = page.getByRole('main');
    await expect(home.getByRole('region', { name: 'Continue where you left off' })).toContainText(title);
    await expect(home.getByRole('region', { name: 'Featured maps' }).getByRole('listitem')).not.toHaveCount(
      0,
    );
    const panorama = home.getByRole('region', { name: 'Integrations' }).getByRole('button').first();
    await tabTo(page, panorama);
    await page.keyboard.press('Enter');
    await expect(panorama).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Enter');
    await expect(panorama).toHaveAttribute('aria-pressed', 'false');
    await map.remove();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 740 } });

  test(
    'a visitor goes from home to the gallery, searches, views details and opens the map',
    { tag: '@long' },
    async ({ page }) => {
      const fits = async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await page.goto('/demo?lang=ru');
      await expect(page.getByRole('heading', { name: 'Points of interest' })).toBeVisible();
      await page.goto('/demo?lang=en');
      const home = page.getByRole('main');
      await expect(home.getByRole('region', { name: 'Continue where you left off' })).toContainText(
        'Maps you open appear here.',
      );
      await expect(home.getByRole('heading', { name: 'Points of interest' })).toBeVisible();
      await expect(home.getByRole('region', { name: 'Integrations' }).getByRole('button')).not.toHaveCount(0);
      await fits();
      await home.getByRole('link', { name: 'Map gallery' }).first().click();
      await expect(cards(page)).toHaveCount(10);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('searchbox', { name: 'Search maps' }).fill('points of int');
      await expect(cards(page)).toHaveCount(1);
      await fits();
      await page.getByRole('button', { name: 'Details of Points of interest' }).click();
      const details = page.getByRole('dialog', { name: 'Details' });
      await expect(details).toBeVisible();
      await fits();
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
      await cards(page).getByRole('link', { name: 'Points of interest' }).click();
      await expect(page).toHaveURL(/map\/wid\/[0-9a-f]{32}/);
      await expect(page).toHaveTitle(/Points of interest/);
      await fits();
    },
  );
});
