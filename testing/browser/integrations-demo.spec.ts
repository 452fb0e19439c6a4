import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { chooseMiddle, drawer, openIntegration, openMap } from './integration-steps.ts';
import { test } from './steps.ts';

test.use({ quiet: true });

test(
  'the demo’s Cityworks works out of the box; Cyclomedia and Street View link to the missing settings',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'ada');
    await openMap(page, '/demo/map#at=51.1608,71.4285,17,0');
    for (const title of ['Cyclomedia', 'Street View', 'Demo Cityworks']) await openIntegration(page, title);
    await chooseMiddle(page);
    const tab = (name: string) => drawer(page).getByRole('tab', { name });
    const panel = (name: string) => page.getByRole('tabpanel', { name });

    await tab('Demo Cityworks').click();
    const work = page.frameLocator('iframe[name="cityworks"]');
    await expect(work.getByRole('list', { name: 'Work orders' })).toContainText(/WO-1\d+ · OPEN/);
    await work.getByRole('button', { name: 'New request here' }).click();
    await work.getByRole('combobox', { name: 'Problem' }).click();
    await work.getByRole('option', { name: 'Pothole' }).click();
    await work.getByRole('button', { name: 'Send request' }).click();
    await expect(work.getByText(/Request \d+ was created/)).toBeVisible();

    await tab('Street View').click();
    await expect(panel('Street View').getByRole('link', { name: /Open/ })).toHaveCount(1);
    await expect(panel('Street View').getByRole('button', { name: /Open/ })).toHaveCount(0);

    await tab('Cyclomedia').click();
    await expect(panel('Cyclomedia').getByText('Missing: API key, Username, and Password.')).toBeVisible();
    await expect(page.getByText('Access denied')).toHaveCount(0);
    const opening = page.waitForEvent('popup');
    await panel('Cyclomedia').getByRole('link', { name: 'Go to its settings' }).click();
    const administration = await opening;
    const card = administration.getByRole('region', { name: 'Cyclomedia' });
    await expect(card).toBeFocused();
    await expect(card.getByLabel('API key')).toBeInViewport();
    await expect(card.getByLabel('Street Smart version')).toBeVisible();
  },
);
