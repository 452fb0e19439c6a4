import { expect, type Page } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

interface Sight {
  attributes: { label: string };
  geometry: { x: number; y: number };
}

/** A place in the demo city, with the URL of a map centred on it. */
async function aSight({ org, maps }: JourneySite): Promise<{ label: string; address: string }> {
  const [sight] = await maps.features<Sight>('Astana_sights', "kind = 'Museum'");
  const { x, y } = sight!.geometry;
  const map = await maps.idOf('Sights and monuments');
  return { label: sight!.attributes.label, address: `/${org}/map/wid/${map}#at=${y},${x},18,0` };
}

const popup = (page: Page) => page.locator('arcgis-popup');

onEachPortal((_portal, { long }) => {
  test(
    'the URL holds the selected feature, and a link to it opens the feature',
    long,
    async ({ page, site }) => {
      const { label, address } = await aSight(site);
      await page.goto(address);
      await expectMapDrawn(page);
      const map = await page.locator('.esri-view-surface').boundingBox();
      if (!map) throw new Error('There is no map.');
      // On a slow machine the map counts as drawn before its features are there.
      await expect(async () => {
        await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
        await expect(popup(page).getByText(label).first()).toBeVisible({ timeout: 10_000 });
      }).toPass();
      await expect(page).toHaveURL(/[#&]feature=sights(:|%3A)\d+/);
      const link = page.url();
      await popup(page).getByRole('button', { name: 'Close' }).first().click();
      await expect(page).not.toHaveURL(/feature=/);
      // Recipients of the link see the feature.
      await page.goto('about:blank');
      await page.goto(link);
      await expectMapDrawn(page);
      await expect(popup(page).getByText(label).first()).toBeVisible();
      await expect(page).toHaveURL(/[#&]feature=sights(:|%3A)\d+/);
      // One that was deleted since is reported.
      await page.goto('about:blank');
      await page.goto(link.replace(/(?<=feature=sights(?::|%3A))\d+/, '987654'));
      await expect(page.getByText('The feature no longer exists')).toBeVisible();
      await expect(page).not.toHaveURL(/feature=/);
    },
  );

  test(
    'navigating back, pasting a link and reloading restore the same view and tool',
    long,
    async ({ page, site }) => {
      await site.openMap(page, 'Sights and monuments', '#at=51.12,71.43,14,0&tool=legend');
      await expect(page.getByRole('region', { name: 'Legend' })).toBeVisible();
      await page.getByRole('button', { name: 'Measure', exact: true }).click();
      await expect(page).toHaveURL(/tool=measure/);
      // A link that is pasted into the open page.
      await page.evaluate(() => (location.hash = '#at=51.16,71.47,15,0&tool=bookmarks'));
      await expect(page.getByRole('region', { name: 'Bookmarks' })).toBeVisible();
      await expect(page).toHaveURL(/at=51\.16\d*,71\.47\d*,15,0/);
      await page.goBack();
      await expect(page.getByRole('region', { name: 'Measure' })).toBeVisible();
      await expect(page).toHaveURL(/at=51\.12\d*,71\.43\d*,14,0/);
      await page.goForward();
      await expect(page.getByRole('region', { name: 'Bookmarks' })).toBeVisible();
      await expect(page).toHaveURL(/at=51\.16\d*,71\.47\d*,15,0/);
      await page.reload();
      await expectMapDrawn(page);
      await expect(page.getByRole('region', { name: 'Bookmarks' })).toBeVisible();
      await expect(page).toHaveURL(/at=51\.16\d*,71\.47\d*,15,0&tool=bookmarks/);
    },
  );

  test('the unreadable parts of a link are reported and the rest applies', long, async ({ page, site }) => {
    await page.goto(`/${site.org}/map#at=north,by,northwest&tool=legend`);
    await expect(page.getByText('The location in this link couldn’t be read')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Legend' })).toBeVisible();
    await expectMapDrawn(page);
    await expect(page).toHaveURL(/at=[\d.]+,[\d.]+,/);
  });
});
