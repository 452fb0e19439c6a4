import { expect } from '@playwright/test';
import { startCompass } from '../fakes/compass.ts';
import {
  chooseMiddle,
  clickMap,
  looking,
  openIntegration,
  openMap,
  withIntegrations,
} from './integration-steps.ts';
import { test } from './steps.ts';

let foreign: Awaited<ReturnType<typeof startCompass>>;
withIntegrations(async () => {
  foreign = await startCompass({ '/plain': '<!doctype html><title>Plain</title><h1>Plain</h1>' });
  return [
    {
      id: 'compass',
      type: 'url',
      title: 'Compass',
      url: foreign.page,
      display: 'frame',
    },
    {
      id: 'plain',
      type: 'url',
      title: 'Plain page',
      url: `${foreign.url}/plain?at={lat},{lng}`,
      display: 'frame',
    },
  ];
});
test.afterAll(() => foreign.close());

test(
  'a third-party page with the client script receives and reports locations',
  { tag: '@long' },
  async ({ page }) => {
    await openMap(page);
    await openIntegration(page, 'Compass');
    await chooseMiddle(page);
    const compass = page.frameLocator('iframe[name="compass"]');
    const shown = compass.locator('#place');
    await expect(shown).toContainText('51.1608');
    const before = await looking(page);
    expect(before.heading).toBe(0);

    // From the page to the map: turns and moves of the page reach the application.
    await compass.getByRole('button', { name: '⟳' }).click();
    await expect.poll(async () => (await looking(page)).heading).toBe(15);
    await compass.getByRole('button', { name: 'Step north' }).click();
    await expect.poll(async () => (await looking(page)).lat).toBeCloseTo(before.lat + 0.0002, 4);

    // From the map to the page.
    const stepped = (await shown.textContent()) ?? '';
    await clickMap(page, 200, 300);
    await expect(shown).not.toHaveText(stepped);
    const chosen = await looking(page);
    await expect(shown).toContainText(chosen.place.replace(/,? /, ', '));
    expect(chosen.heading).toBe(15);

    // To the other integrations: a move in the page also moves the photos.
    await openIntegration(page, 'Street photos');
    await expect(page.frameLocator('iframe[name="street-photos"]').locator('canvas')).toBeAttached();
    await page.getByRole('tab', { name: 'Compass' }).click();
    for (let step = 0; step < 3; step++) await compass.getByRole('button', { name: 'Step north' }).click();
    await expect.poll(async () => (await looking(page, 'Compass')).lat).toBeGreaterThan(chosen.lat + 0.0005);
  },
);

test(
  'an integration loads nothing until opened; a page without the protocol follows by its URL',
  { tag: '@long' },
  async ({ page }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(foreign.url)) elsewhere.push(new URL(request.url()).pathname);
    });
    await openMap(page);
    await chooseNothing(page);
    expect(elsewhere).toEqual([]);
    await openIntegration(page, 'Plain page');
    expect(elsewhere).toEqual([]);
    await chooseMiddle(page);
    await expect(
      page.frameLocator('iframe[name="plain"]').getByRole('heading', { name: 'Plain' }),
    ).toBeVisible();
    expect(elsewhere).toEqual(['/plain']);
    expect(foreign.requested.at(-1)).toBe('/plain?at=51.1608,71.4285');
    // It never sends a message, so its URL template is loaded for the next location.
    await expect(page.getByRole('progressbar', { name: 'Loading Plain page' })).toHaveCount(0);
    await clickMap(page, 200, 300);
    await expect
      .poll(() => foreign.requested.filter((address) => address.startsWith('/plain')).length)
      .toBe(2);
    expect(new Set(elsewhere)).toEqual(new Set(['/plain']));
  },
);

/** Opens and closes the menu of integrations, which sends no request. */
async function chooseNothing(page: Parameters<typeof openMap>[0]): Promise<void> {
  await page.getByRole('button', { name: 'Integrations', exact: true }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Compass' })).toBeVisible();
  await page.keyboard.press('Escape');
}
