import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { coveredBy } from './covered-by.ts';
import { expectMapDrawn, findItem, test, tokenOf } from './steps.ts';

test.use({ quiet: true });

test(
  'tools have names that can be hidden, text is typed before it is placed, and drawings appear in the legend',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/map#at=51.1608,71.4285,17,0');
    await expectMapDrawn(page);
    const tools = page.getByRole('navigation', { name: 'Map tools' });
    const name = tools.getByText('Legend', { exact: true });
    await expect(name).toBeVisible();
    await tools.getByRole('button', { name: 'Hide names' }).click();
    await expect(name).toHaveCount(0);
    await page.reload();
    await expectMapDrawn(page);
    await expect(name).toHaveCount(0);
    await tools.getByRole('button', { name: 'Show names' }).click();
    await expect(name).toBeVisible();

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

test(
  'the map’s title is readable in narrow windows, and the gallery’s URL stays as opened',
  { tag: '@long' },
  async ({ page }) => {
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
  },
);

test(
  'the portal’s message stays closed, only maps have the sidebar’s button, and an error page leads back',
  { tag: '@long' },
  async ({ page, faults }) => {
    const text = 'The portal is closed on Sunday.';
    await page.route(/\/portals\/self\/settings/, async (route) => {
      const response = await route.fetch();
      const settings = (await response.json()) as object;
      await route.fulfill({ response, json: { ...settings, informationalBanner: { enabled: true, text } } });
    });
    await page.goto('/demo/gallery');
    const message = page.getByRole('note').filter({ hasText: text });
    const sidebar = page.getByRole('banner').getByRole('button', { name: 'Hide sidebar' });
    await expect(message).toBeVisible();
    await expect(sidebar).toHaveCount(0);
    await message.getByRole('button', { name: 'Close' }).click();
    await page.goto(`/demo/map/wid/${await findItem(page, 'Parks and green areas')}`);
    await expect(sidebar).toBeVisible();
    await expectMapDrawn(page);
    await expect(message).toHaveCount(0);

    // A page whose code is missing, also after the reload that an update needs.
    await page.route(/\/assets\/content-/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/demo/content');
    const error = page.getByRole('alert');
    await expect(error).toContainText('Check your connection, or reload the page.');
    await expect(error).not.toContainText(/https?:|\.js|UNKNOWN_ERROR/);
    await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    await page.getByRole('link', { name: 'Back to City of Astana' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/demo$/);
    // The browser reports the missing file.
    expect(faults.splice(0).filter((fault) => !/404|content-/.test(fault))).toEqual([]);
  },
);

test.describe('in Britain', () => {
  test.use({ locale: 'en-GB' });

  test(
    'a visitor searches the area of the map and reads full names, dates in the format of the region and the keys of a PC',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/demo/map#at=51.1608,71.4285,15,0');
      await expectMapDrawn(page);
      await page
        .getByRole('banner')
        .getByRole('button', { name: /command/i })
        .hover();
      await expect(page.getByRole('tooltip')).toContainText('Ctrl');
      await expect(page.getByRole('tooltip')).not.toContainText('⌘');

      await page.goto('/demo/gallery');
      const cards = page.getByRole('main').getByRole('listitem');
      await expect(cards.first()).toContainText('By Grace Hopper');
      await page.getByRole('button', { name: 'Filters' }).click();
      const searching = page.waitForRequest(
        (request) =>
          /\/rest\/search/.test(request.url()) && /bbox/.test(request.url() + (request.postData() ?? '')),
      );
      await page.getByRole('switch', { name: 'In the area of the map' }).click();
      await searching;
      await expect(page).toHaveURL(/area=71\./);
      await expect(cards.first()).toContainText('By Grace Hopper');
      await page
        .getByRole('button', { name: /^Details of / })
        .first()
        .click();
      const details = page.getByRole('dialog', { name: 'Details' });
      await expect(details.getByText('Grace Hopper (grace)')).toBeVisible();
      // The day comes first.
      await expect(details.getByText(/^\d{1,2} [A-Z]\w+ 20\d\d$/).first()).toBeVisible();
    },
  );
});

test(
  'the legend shows what is in view, tooltips cover no button, and tags say how they are separated',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'grace');
    const map = await findItem(page, 'Sights and monuments', await tokenOf(page, 'grace'));
    await page.goto(`/demo/map/wid/${map}#tool=legend`);
    await expectMapDrawn(page);
    const legend = page.getByRole('region', { name: 'Legend' });
    await expect(legend.getByText('Sights and monuments')).toBeVisible();
    // The sea has no sights.
    await page.goto('about:blank');
    await page.goto(`/demo/map/wid/${map}#tool=legend&at=0,-30,12,0`);
    await expectMapDrawn(page);
    await expect(legend).toBeVisible();
    await expect(legend.getByText('Sights and monuments')).toHaveCount(0);

    const tools = page.getByRole('navigation', { name: 'Map tools' });
    await tools.getByRole('button', { name: 'Hide names' }).click();
    await tools.getByRole('button', { name: 'Measure', exact: true }).hover();
    const tooltip = page.getByRole('tooltip');
    await expect(tooltip).toBeVisible();
    expect(await coveredBy(tooltip, page.getByRole('button'))).toEqual([]);

    await page.goto('about:blank');
    await page.goto('/demo/map#tool=save');
    const panel = page.getByRole('region', { name: 'Save' });
    await expect(panel.getByText('Press Enter after each tag.')).toBeVisible();
    const tags = panel.getByRole('combobox', { name: 'Tags' });
    for (const tag of ['bus', 'tram']) {
      await tags.fill(tag);
      await tags.press('Enter');
      await expect(panel.getByRole('button', { name: tag, exact: true })).toBeVisible();
    }
  },
);

test('tags of a profile are saved with it', { tag: '@long' }, async ({ page }) => {
  await arriveSignedIn(page, 'grace');
  const token = await tokenOf(page, 'grace');
  const stored = async () => {
    const params = { f: 'json', token };
    const answer = await page.request.get('/portal/sharing/rest/community/users/grace', { params });
    return ((await answer.json()) as { tags: string[] }).tags;
  };
  const before = await stored();
  const tags = page.getByRole('combobox', { name: 'Tags' });
  const save = async (text: string) => {
    const earlier = await stored();
    await page.goto('/demo/profile');
    await tags.focus();
    for (const tag of earlier.toReversed()) {
      await page.keyboard.press('Backspace');
      await expect(page.getByRole('button', { name: tag, exact: true })).toBeHidden();
    }
    await tags.fill(text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Profile saved.')).toBeVisible();
  };
  await save('bridges, old maps');
  expect(await stored()).toEqual(['bridges', 'old maps']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'bridges', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'old maps', exact: true })).toBeVisible();
  await save(before.join(', '));
  expect(await stored()).toEqual(before);
});
