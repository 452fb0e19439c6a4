import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, findItem, test, tokenOf } from './steps.ts';

test.use({ quiet: true });

test(
  'tools show their names, text is typed before it is placed, and drawings appear in the legend',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/map#at=51.1608,71.4285,17,0');
    await expectMapDrawn(page);
    const tools = page.getByRole('navigation', { name: 'Map tools' });
    await tools.getByRole('button', { name: 'Show names' }).click();
    await expect(tools.getByText('Legend', { exact: true })).toBeVisible();
    await page.reload();
    await expectMapDrawn(page);
    await expect(tools.getByText('Legend', { exact: true })).toBeVisible();

    await tools.getByRole('button', { name: 'Draw', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Draw', exact: true });
    await panel.getByRole('button', { name: 'Text', exact: true }).click();
    const text = panel.getByRole('textbox', { name: 'Text' });
    await expect(text).toBeFocused();
    const map = page.locator('[role="application"]').first();
    await map.click({ position: { x: 300, y: 300 } });
    await expect(panel.getByText('Drawings: 0')).toBeVisible();
    await text.fill('Here');
    await expect(panel.getByText('Write the text first')).toHaveCount(0);
    await expect(panel.getByText('Loading')).toHaveCount(0);
    await map.click({ position: { x: 300, y: 300 } });
    await expect(panel.getByText('Drawings: 1')).toBeVisible();
    await panel.getByRole('button', { name: 'Point', exact: true }).click();
    await expect(panel.getByText('Loading')).toHaveCount(0);
    await map.click({ position: { x: 400, y: 350 } });
    await expect(panel.getByText('Drawings: 2')).toBeVisible();
    await tools.getByRole('button', { name: 'Legend', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Drawings' }).getByRole('listitem')).toHaveText(['Point']);
  },
);

test(
  'a map without a thumbnail gets one when its owner opens it, and shows when it was saved',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'grace');
    const token = await tokenOf(page, 'grace');
    const copied = await findItem(page, 'Pharmacies near me', token);
    const data = await page.request.get(
      `/portal/sharing/rest/content/items/${copied}/data?f=json&token=${token}`,
    );
    const added = await page.request.post('/portal/sharing/rest/content/users/grace/addItem', {
      form: { f: 'json', token, title: 'Without a picture', type: 'Web Map', text: await data.text() },
    });
    const { id } = (await added.json()) as { id: string };
    await page.goto(`/demo/map/wid/${id}`);
    await expectMapDrawn(page);
    await expect
      .poll(async () => {
        const item = await page.request.get(`/portal/sharing/rest/content/items/${id}?f=json&token=${token}`);
        return ((await item.json()) as { thumbnail?: string | null }).thumbnail ?? '';
      })
      .toMatch(/thumbnail/);
    const actions = page.getByRole('region', { name: 'Map actions' });
    await expect(actions.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
      'aria-description',
      /^Saved /,
    );
    // My content lists the latest changes first.
    await page.goto('/demo/content');
    await expect(page.getByRole('row').nth(1)).toContainText('Without a picture');
    await page.request.post(`/portal/sharing/rest/content/users/grace/items/${id}/delete`, {
      form: { f: 'json', token },
    });
  },
);

test('the map’s title is readable in narrow windows, and the gallery’s URL stays as opened', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/demo/gallery');
  const cards = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(cards).toHaveCount(10);
  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(() => cards.count()).toBeGreaterThan(10);
  expect(new URL(page.url()).search).toBe('');
  const map = `/demo/map/wid/${await findItem(page, 'Parks and green areas')}`;
  await page.goto(map);
  const title = page.getByRole('banner').getByText('Parks and green areas');
  await expect(title).toBeVisible();

  await page.setViewportSize({ width: 600, height: 800 });
  await page.goto('about:blank');
  await page.goto(`${map}#tool=layers`);
  await expect(page.getByRole('region', { name: 'Layers' })).toBeVisible();
  await expect(title).toBeVisible();
  // The panel leaves a third of the window, in which the search has room.
  await expect(page.getByRole('search')).toBeInViewport({ ratio: 1 });
});
