import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { holdScripts } from './hold-scripts.ts';

/** A page as one reader opens it. */
interface Reader {
  path: string;
  width: number;
  height?: number;
  locale: string;
  colorScheme?: 'light' | 'dark';
  /** Left to the long run. */
  long?: true;
}

const readers: Reader[] = [
  { path: '/demo', width: 1280, locale: 'en-US', long: true },
  { path: '/demo', width: 1280, locale: 'ar-EG', colorScheme: 'dark' },
  { path: '/demo', width: 800, locale: 'de-DE', long: true },
  { path: '/demo', width: 390, locale: 'en-US' },
  { path: '/demo/gallery', width: 1280, locale: 'ru-RU' },
  { path: '/demo/gallery', width: 390, locale: 'ar-EG', long: true },
  { path: '/demo/map', width: 1280, locale: 'en-US', long: true },
  { path: '/demo/content', width: 1280, locale: 'en-US', long: true },
];

async function open(
  browser: Browser,
  { path, width, height = 800, locale, colorScheme = 'light' }: Reader,
  scripts: boolean,
) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale,
    colorScheme,
    javaScriptEnabled: scripts,
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Parts of the header that the application draws, by the names of the served parts. */
function drawnParts(page: Page): Record<string, Locator> {
  const header = page.locator('header');
  const [map, integrations] = [header.locator('nav > button').nth(0), header.locator('nav > button').nth(1)];
  const end = header.locator('[data-tour=account]');
  return {
    sidebar: header.locator('button:has(+ a[href="/demo"])'),
    menu: header.locator('button').first(),
    title: header.locator('a[href="/demo"]'),
    name: header.locator('span[dir="auto"]'),
    map,
    'map-icon': map,
    integrations,
    'integrations-icon': integrations,
    commands: header.locator('button[aria-keyshortcuts]'),
    feedback: end.locator('> a'),
    language: end.locator('> button').nth(0),
    scheme: end.locator('> button').nth(1),
    account: end.locator('> button').nth(2),
    heading: page.locator('main h1'),
    welcome: page.locator('main h1 + p'),
  };
}

/** Places of the visible parts in pixels; the baseline of fonts differs by fractions of one. */
async function boxesOf(parts: Record<string, Locator>) {
  const boxes: Record<string, number[]> = {};
  for (const [name, part] of Object.entries(parts)) {
    if (!(await part.isVisible())) continue;
    const box = await part.boundingBox();
    if (box) boxes[name] = [box.x, box.y, box.width, box.height].map(Math.round);
  }
  return boxes;
}

for (const reader of readers) {
  const { path, width, locale } = reader;
  const tag = reader.long ? ['@long'] : [];
  test(
    `the served header of ${path}, ${width} px, ${locale}, is where the application draws it`,
    { tag },
    async ({ browser }) => {
      const served = await open(browser, reader, false);
      const parts = served.locator(':is(#shell, #shell-page) [data-part]');
      const names = await parts.evaluateAll((all) => all.map((part) => part.getAttribute('data-part') ?? ''));
      const servedBoxes = await boxesOf(
        Object.fromEntries(names.map((name) => [name, served.locator(`[data-part="${name}"]`)])),
      );
      const language = await served.locator('html').getAttribute('lang');
      const title = await served.title();
      await served.context().close();

      const page = await open(browser, reader, true);
      await expect(page.locator('header button:visible').first()).toBeVisible();
      await expect(page.locator('#shell, #shell-page')).toHaveCount(0);
      // The map names itself after its own title, once it is open.
      const { title: _title, name: _name, map: _map, integrations: _integrations, ...others } = servedBoxes;
      await page.evaluate(() => document.fonts.ready);
      const compared = path === '/demo/map' ? others : servedBoxes;
      expect(Object.keys(compared).length).toBeGreaterThan(1);
      await expect
        .poll(async () => {
          const drawn = await boxesOf(drawnParts(page));
          return Object.fromEntries(Object.keys(compared).map((name) => [name, drawn[name]]));
        })
        .toEqual(compared);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('html').getAttribute('dir')).toBe(locale.startsWith('ar') ? 'rtl' : 'ltr');
      // The program names more pages than the server.
      if (path !== '/demo/map') expect((await page.title()).endsWith(title)).toBe(true);
      await page.context().close();
    },
  );
}

for (const [width, height, lines] of [
  [390, 800, 'two lines'],
  [320, 256, 'all lines'],
] as const)
  test(`a long title has ${lines} in the served header and in the application’s, at ${width} × ${height} px`, async ({
    browser,
  }) => {
    const reader = { path: '/demo', width, height, locale: 'en-US' };
    const lengthen = async (title: Locator) => {
      await title.evaluate((shown) => {
        (shown.firstChild as Text).data =
          'Public transport stops of the city and the lines that serve them by night, at weekends and on public holidays';
      });
      await title.page().evaluate(() => document.fonts.ready);
      const hidden = await title.evaluate((shown) => shown.scrollHeight - shown.clientHeight);
      return { isWhole: hidden <= 0, ...(await boxesOf({ title })) };
    };
    const served = await open(browser, reader, false);
    const expected = await lengthen(served.locator('[data-part="name"]'));
    await served.context().close();
    expect(expected.isWhole).toBe(lines === 'all lines');

    const page = await open(browser, reader, true);
    await expect(page.locator('#shell, #shell-page')).toHaveCount(0);
    expect(await lengthen(page.locator('header span[dir="auto"]'))).toEqual(expected);
    await page.context().close();
  });

test('nothing that is requested first holds back the first paint', async ({ page }) => {
  const blocked: string[] = [];
  await page.route(/\.(js|css)($|\?)|\/api\//, (route) => {
    blocked.push(route.request().url());
    return undefined;
  });
  await page.goto('/demo', { waitUntil: 'commit' });
  await expect(page.locator('#shell [data-part="title"]')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  expect(blocked.length).toBeGreaterThan(2);
});

test('what follows the first view is requested once the page has painted', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  // The page’s first frame, which the test decides; nor does the time for pages without frames pass.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    const frames: FrameRequestCallback[] = [];
    Object.assign(window, {
      drawn: frames,
      requestAnimationFrame: (callback: FrameRequestCallback) => frames.push(callback),
      setTimeout: (callback: () => void, wait = 0) => (wait > 0 ? 0 : later(callback)),
    });
  });
  // The application would request them itself.
  await holdScripts(page);
  await page.goto('/demo/gallery', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('#shell [data-part="title"]')).toBeVisible();
  const has = (name: RegExp) => requested.some((address) => name.test(address));
  await expect.poll(() => has(/\/assets\/shell-/)).toBe(true);
  expect(has(/\/assets\/gallery-filters-/)).toBe(false);
  await page.evaluate(() => {
    for (const draw of (window as never as { drawn: FrameRequestCallback[] }).drawn) draw(0);
  });
  await expect.poll(() => has(/\/assets\/gallery-filters-/)).toBe(true);
  // Nor are they requested again when the time for pages without frames has passed.
  await expect(page.locator('link[data-rel]')).toHaveCount(0);
});

test('members see their own part of the header only when it is known', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('mapping.session:x', '{}'));
  await page.route(/\.js($|\?)/, () => undefined);
  await page.goto('/demo', { waitUntil: 'commit' });
  await expect(page.locator('#shell [data-part="title"]')).toBeVisible();
  await expect(page.locator('#shell [data-part="account"]')).toBeHidden();
});

for (const width of [1280, 390])
  test(`the gallery’s first cards are in the page, where the application draws them, at ${width} px`, async ({
    browser,
  }) => {
    const reader = { path: '/demo/gallery', width, locale: 'en-US' };
    const boxes = (page: Page, card: string, title: string) =>
      page.locator(card).evaluateAll(
        (cards, title) =>
          cards.slice(0, 3).map((card) => {
            const { x, y, width: across } = card.getBoundingClientRect();
            const name = card.querySelector(title);
            return [name?.textContent, name?.getBoundingClientRect().y, x, y, across].map((value) =>
              typeof value === 'number' ? Math.round(value) : value,
            );
          }),
        title,
      );
    const served = await open(browser, reader, false);
    // A page does not wait for a slow search.
    await expect(async () => {
      await served.reload();
      await expect(served.locator('#shell-cards > a')).toHaveCount(8, { timeout: 1000 });
    }).toPass();
    await served.evaluate(() => document.fonts.ready);
    const expected = await boxes(served, '#shell-cards > a', 'b');
    await served.context().close();

    const page = await open(browser, reader, true);
    await expect(page.locator('main li h2')).toHaveCount(10);
    await expect(page.locator('#shell-cards')).toHaveCount(0);
    const drawn = await boxes(page, 'main li:has(h2)', 'h2');
    expect(drawn.map(([title]) => title)).toEqual(expected.map(([title]) => title));
    for (const [index, [, top, ...box]] of drawn.entries()) {
      const [, servedTop, ...servedBox] = expected[index] ?? [];
      // The served title has its border and padding within its box. Lines of text begin at fractions of a pixel.
      const offsets = [
        Number(top) - Number(servedTop) - 13,
        ...box.map((value, at) => Number(value) - Number(servedBox[at])),
      ];
      expect(offsets.filter((offset) => Math.abs(offset) > 1)).toEqual([]);
    }
    await page.context().close();
  });

for (const width of [1280, 390])
  test(`active filters of the gallery’s address move no card when they are loaded, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const release = await holdScripts(page, /\/assets\/gallery-filters-/);
    await page.goto('/demo/gallery?type=all&tag=public%20transport&tag=bus&tag=bicycle');
    const cards = page.locator('main li h2').last();
    await expect(cards).toBeVisible();
    await expect(page.getByRole('group', { name: 'Active filters' })).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    const before = await cards.boundingBox();
    release();
    const chips = page.getByRole('group', { name: 'Active filters' });
    await expect(chips.getByRole('button', { name: 'Remove filter: bicycle' })).toBeVisible();
    expect(await cards.boundingBox()).toEqual(before);
    await page.context().close();
  });

test('the command palette opens with what was typed before the application ran', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/demo', { waitUntil: 'commit' });
  await expect(page.locator('#shell [data-part="title"]')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('gall');
  release();
  await expect(page.getByRole('combobox', { name: /^Find a tool/ })).toHaveValue('gall');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeHidden();
});

test('a click on the served header counts once the application has drawn its own', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/demo', { waitUntil: 'commit' });
  const place = await page.locator('#shell [data-part="map"]').boundingBox();
  if (!place) throw new Error('There is no menu.');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  release();
  await expect(page.getByRole('menu', { name: 'Map' })).toBeVisible();
});

test('the title of the served header leads home, and its scheme switches, before any script of the application', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/demo/gallery', { waitUntil: 'commit' });
  const press = async (part: string) => {
    const place = await page.locator(`#shell [data-part="${part}"]`).boundingBox();
    if (!place) throw new Error(`There is no ${part}.`);
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  };
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await press('scheme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await press('title');
  await expect(page).toHaveURL(/\/demo$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  release();
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the header is usable before the code of the view arrives, which leaves what the server has drawn', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as never as { shifts: number }).shifts += (
          entry as PerformanceEntry & { value: number }
        ).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const release = await holdScripts(page, /\/assets\/home-/);
  await page.goto('/demo', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'New' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#shell')).toHaveCount(0);
  await expect(page.locator('#shell-page [data-part="heading"]')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#shell-page')).toHaveCount(0);
  expect(await page.evaluate(() => (window as never as { shifts: number }).shifts)).toBeLessThan(0.01);
});

test('a card of the gallery opens its map before any script', async ({ page }) => {
  await page.route(/\.js($|\?)/, () => undefined);
  await expect(async () => {
    await page.goto('/demo/gallery', { waitUntil: 'commit' });
    await expect(page.locator('#shell-cards > a').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.locator('#shell-cards > a').first().click({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/demo\/map\/wid\//);
});

/**
 * Compressed kilobytes of script that a view loads before it is shown, and with what it shows afterwards. The names of the other files, which
 * the first one has, change with every build, and its compressed size by up to 0.3 kB.
 */
const scriptBudgets = {
  '/demo': { first: 198.4, all: 198.4 },
  '/demo/gallery': { first: 201.4, all: 251 },
  '/demo/map': { first: 347.9, all: 1217 },
};

for (const [path, budgets] of Object.entries(scriptBudgets))
  test(`the scripts of ${path} have at most ${budgets.first} kB, and ${budgets.all} with what follows`, async ({
    request,
  }) => {
    const page = await (await request.get(path)).text();
    const hints = page.matchAll(
      /<link (?:data-)?rel="preload"( fetchpriority="low")? as="script"[^>]* href="([^"]+)"/g,
    );
    const scripts = new Map([...hints].map(([, low, href = '']) => [href, low !== undefined]));
    const bytes = { first: 0, all: 0 };
    for (const [script, follows] of scripts) {
      const response = await request.head(script, { headers: { 'accept-encoding': 'br' } });
      const length = Number(response.headers()['content-length']);
      bytes.all += length;
      if (!follows) bytes.first += length;
    }
    expect(scripts.size).toBeGreaterThan(2);
    for (const part of ['first', 'all'] as const)
      expect(bytes[part] / 1000, part).toBeLessThanOrEqual(budgets[part]);
  });

test('home and gallery make no WebGL context and no worker', async ({ page }) => {
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { made });
    for (const canvas of [HTMLCanvasElement.prototype, OffscreenCanvas.prototype] as {
      getContext(kind: string, ...more: unknown[]): unknown;
    }[]) {
      const { getContext } = canvas;
      canvas.getContext = function (kind, ...more) {
        if (kind.includes('webgl')) made.push('WebGL');
        return getContext.call(this, kind, ...more);
      };
    }
    for (const name of ['Worker', 'SharedWorker'] as const)
      window[name] = new Proxy(window[name] as never, {
        construct(target, parts) {
          made.push(name);
          return Reflect.construct(target, parts) as object;
        },
      });
  });
  const made = () => page.evaluate(() => (window as never as { made: string[] }).made);
  for (const path of ['/demo', '/demo/gallery']) {
    await page.goto(path);
    await expect(page.getByRole('main').locator('img').first()).toBeVisible();
    // What is loaded when the page is idle is loaded, too.
    await page.waitForLoadState('networkidle');
    expect(await made(), path).toEqual([]);
  }
  // A map makes both.
  await page.goto('/demo/map');
  await expect.poll(made).toEqual(expect.arrayContaining(['WebGL', 'Worker']));
});
