import { expect, type Page } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { tokenOf } from './steps.ts';

const tools = (page: Page) => page.getByRole('navigation', { name: 'Map tools' });
const scene = (page: Page) => page.getByRole('application', { name: 'Map in 3D' });

/** Software graphics need a minute for its blocks. */
const small = { width: 900, height: 600 };

async function expectSceneDrawn(page: Page): Promise<void> {
  await expect(scene(page)).toBeVisible();
  // The last of the elements around the scene is its own.
  const busy = page
    .locator('[aria-busy]')
    .filter({ has: scene(page) })
    .last();
  await expect(busy).toHaveAttribute('aria-busy', 'false', { timeout: 240_000 });
  await expect(page.getByRole('status', { name: 'Loading 3D…' })).toBeHidden();
}

onEachPortal((portal, { long }) => {
  test.setTimeout(600_000);

  test(
    'a map shows its areas as blocks, and is flat again at the same place',
    long,
    async ({ page, site }) => {
      await page.setViewportSize(small);
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await site.openMap(page, 'Buildings by number of storeys', '#at=51.128,71.43,17,0&tool=layers');
      expect(requested.filter((url) => url.includes('map-scene'))).toEqual([]);

      await page.getByRole('button', { name: 'Show in 3D' }).click();
      await expect(page).toHaveURL(/\?view=scene#/);
      await expectSceneDrawn(page);
      await tools(page).getByRole('button', { name: '3D', exact: true }).click();
      const panel = page.getByRole('region', { name: '3D', exact: true });
      // Most buildings have storeys, few a height.
      await expect(panel.getByRole('combobox', { name: /^Height of/ })).toHaveText('Storeys');
      await expect(panel.getByRole('combobox', { name: 'Unit' })).toHaveText('Storeys of 3 m');
      await expect(panel.getByText('The ground is flat')).toBeVisible();
      await expect(panel.getByText('Sign in to save it as a web scene.')).toBeVisible();

      // Tools of the flat map say that they are not available.
      await page.getByRole('button', { name: 'Measure: not available in 3D' }).click();
      await expect(page.getByText('This tool isn’t available in 3D.')).toBeVisible();

      await page.getByRole('button', { name: 'Show the flat map' }).last().click();
      await expect(scene(page)).toBeHidden();
      await expect(page).toHaveURL(/#at=51\.12[78]\d*,71\.4[23]\d*,1[67]/);
    },
  );

  test('a map is saved as a web scene, which opens with its heights', long, async ({ page, site }) => {
    await page.setViewportSize(small);
    const wid = await site.maps.idOf('Buildings by number of storeys');
    await site.arrive(page, 'member');
    await page.goto(`/${site.org}/map/wid/${wid}?view=scene#at=51.128,71.43,17,0`);
    await expectSceneDrawn(page);
    await tools(page).getByRole('button', { name: '3D', exact: true }).click();
    const panel = page.getByRole('region', { name: '3D', exact: true });
    await panel.getByRole('combobox', { name: /^Height of/ }).click();
    await page.getByRole('option', { name: 'Height (m)' }).click();
    await panel.getByRole('combobox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: 'Metres' }).click();
    await panel.getByLabel('Title of the scene').fill('Blocks of the city');
    await panel.getByRole('button', { name: 'Save as web scene' }).click();
    await panel.getByRole('link', { name: 'Open the scene' }).click();
    await expect(page).toHaveURL((url) => !url.pathname.endsWith(wid));
    await expect(panel.getByRole('combobox', { name: /^Height of/ })).toHaveText('Height (m)');
    await expect(panel.getByRole('combobox', { name: 'Unit' })).toHaveText('Metres');

    await page.goto(`/${site.org}/gallery?type=scenes&scope=mine`);
    await page.getByRole('link', { name: 'Blocks of the city' }).click();
    await expect(page).toHaveURL(/\/map\/wid\/\w+\?view=scene/);
  });

  if (portal === 'embedded portal')
    test(
      'a scene has the basemap of the theme, and is saved with that of its map',
      long,
      async ({ page, site }) => {
        await page.setViewportSize(small);
        await page.emulateMedia({ colorScheme: 'dark' });
        await site.arrive(page, 'member');
        const tiles = new Set<string>();
        page.on('request', (request) => {
          const [, service] = /services\/([^/]+)\/VectorTileServer\/tile\//.exec(request.url()) ?? [];
          if (service) tiles.add(service);
        });
        const wid = await site.maps.idOf('Buildings by number of storeys');
        await page.goto(`/${site.org}/map/wid/${wid}?view=scene#at=51.128,71.43,17,0`);
        await expectSceneDrawn(page);
        expect([...tiles]).toEqual([expect.stringMatching(/-dark$/)]);

        await tools(page).getByRole('button', { name: '3D', exact: true }).click();
        const panel = page.getByRole('region', { name: '3D', exact: true });
        await panel.getByLabel('Title of the scene').fill('Blocks at night');
        await panel.getByRole('button', { name: 'Save as web scene' }).click();
        await panel.getByRole('link', { name: 'Open the scene' }).click();
        await expect(page).toHaveURL((url) => !url.pathname.endsWith(wid));
        const saved = new URL(page.url()).pathname.split('/').at(-1) ?? '';
        const token = await tokenOf(page, 'grace');
        const data = await page.request.get(`/portal/sharing/rest/content/items/${saved}/data`, {
          params: { f: 'json', token },
        });
        expect(JSON.stringify(((await data.json()) as { baseMap: object }).baseMap)).toMatch(
          /-light\/VectorTileServer/,
        );
      },
    );
});
