import { type BrowserContext, expect, type Locator, type Page, test as base } from '@playwright/test';

export const password = 'mapping-demo';

/** Demo accounts by username, with the names the interface shows. */
export const people = { ada: 'Ada Lovelace', grace: 'Grace Hopper', hedy: 'Hedy Lamarr' } as const;

/**
 * The test function of every browser test. It fails a test if the page requests anything from another host, throws an
 * error, or violates the Content-Security-Policy: the product works without a network. With `quiet`, for the main journeys,
 * errors and warnings in the console fail the test, too. `vendors` are hosts for which the test answers.
 */
export const test = base.extend<{ faults: string[]; quiet: boolean; vendors: readonly string[] }>({
  quiet: [false, { option: true }],
  vendors: [[], { option: true }],
  faults: [
    async ({ context, quiet, vendors }, use) => {
      const faults: string[] = [];
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (/^(https?|wss?):$/.test(protocol) && !['localhost', ...vendors].includes(hostname))
          faults.push(`asked ${request.url()}`);
      });
      recordFaults(context, faults, quiet);
      await use(faults);
      expect(faults, 'other hosts, thrown errors and policy violations').toEqual([]);
    },
    { auto: true },
  ],
});

/** Records errors that pages throw, and violations of their policy; with `quiet` also errors and warnings in the console. */
export function recordFaults(context: BrowserContext, faults: string[], quiet: boolean): void {
  context.on('weberror', (webError) => {
    const { message, stack = '' } = webError.error();
    if (ofTheSdk.some((known) => message.includes(known))) return;
    faults.push(`threw ${message} (${/https?:\/\/[^)\s]+/.exec(stack)?.[0] ?? 'no place'})`);
  });
  context.on('console', (message) => {
    const loud = quiet && ['error', 'warning'].includes(message.type()) && !ofTest(message.text());
    if (loud || /Content.Security.Policy|Trusted(HTML|Script|Type)/i.test(message.text()))
      faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
}

/**
 * Errors that the SDK throws within itself, without effect: a worker asks for glyphs of a vector tile layer whose view was
 * exchanged, between 2D and 3D; labels of a tile are shown before they were placed, which is repeated with the next frame.
 */
const ofTheSdk = ["null (reading 'getGlyphs')", 'InternalError: expected to find uniqueSymbol'];

/**
 * Messages about drawing without a graphics card, a network that the test has disconnected, and blocked service workers; and
 * about a slow machine: files that it uses seconds after the page preloaded them (scripts of workers are never used so), and
 * layers that it draws so slowly that the SDK asks their service for what it would count in the view.
 */
function ofTest(text: string): boolean {
  return [
    /GL Driver Message|GPU stall|swiftshader|software WebGL|ERR_INTERNET_DISCONNECTED/i,
    /Service Worker registration blocked by Playwright/,
    /LayerView is taking too long to update\. Aborting fetch from layerView/,
    /\/(?!\w+-worker)[^/ ]+ was preloaded using link preload but not used within a few seconds/,
  ].some((known) => known.test(text));
}

/** Signs in from the user menu of the page that is open, through the embedded portal's own page. */
export async function signIn(page: Page, username: keyof typeof people): Promise<void> {
  await openSignIn(page);
  await fillSignIn(page, username);
  await expectSignedIn(page, username);
}

/** Goes from the user menu to the portal's sign-in page. */
export async function openSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
}

/** Fills the portal's sign-in page. */
export async function fillSignIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function expectSignedIn(page: Page, username: keyof typeof people): Promise<void> {
  await expect(page.getByRole('button', { name: `Account: ${people[username]}` })).toBeVisible();
}

/** Waits until everything in view has been drawn: the map's container is no longer busy. */
export async function expectMapDrawn(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="false"]:has([role="application"])')).toBeVisible({
    timeout: 45_000,
  });
}

/** The open panel of a tool. The tool's button, and parts of popups, are regions of the same name. */
export const panelOf = (page: Page, tool: string): Locator =>
  page.locator('section').and(page.getByRole('region', { name: tool, exact: true }));

/** The id of a demo item, of a map where layers have the same title, found by its title in the given caller's search. */
export async function findItem(page: Page, title: string, token?: string): Promise<string> {
  const response = await page.request.get('/portal/sharing/rest/search', {
    params: { f: 'json', q: `title:"${title}"`, num: 10, ...(token && { token }) },
  });
  const { results } = (await response.json()) as { results: { id: string; type: string }[] };
  const id = (results.find(({ type }) => type === 'Web Map') ?? results[0])?.id;
  if (!id) throw new Error(`The demo has no item “${title}”`);
  return id;
}

/** A token of a demo account, from the portal itself. */
export async function tokenOf(page: Pick<Page, 'request'>, username: keyof typeof people): Promise<string> {
  const response = await page.request.post('/portal/sharing/rest/generateToken', {
    form: { f: 'json', username, password, client: 'referer', referer: 'http://localhost', expiration: 30 },
  });
  return ((await response.json()) as { token: string }).token;
}

/** Saves the open map as this person; resolves to its document in the portal. */
export async function saveMap<Document>(
  page: Page,
  id: string,
  username: keyof typeof people,
): Promise<Document> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  const params = { f: 'json', token: await tokenOf(page, username) };
  const data = await page.request.get(`/portal/sharing/rest/content/items/${id}/data`, { params });
  return (await data.json()) as Document;
}

/** Shares a map of the demo. @returns the path of its link */
export async function sharedMap(page: Page): Promise<string> {
  const viewpoint = { latitude: 51.13, longitude: 71.43, zoom: 13 };
  const id = await findItem(page, 'Points of interest');
  const document = (await (
    await page.request.get(`/portal/sharing/rest/content/items/${id}/data`, { params: { f: 'json' } })
  ).json()) as object;
  const response = await page.request.post('/api/demo/shared-maps', {
    data: { title: 'Points of interest', webMap: document, viewpoint },
    headers: { authorization: `Bearer ${await tokenOf(page, 'grace')}` },
  });
  const { sid } = (await response.json()) as { sid: string };
  expect(sid, await response.text()).toBeTruthy();
  return `/demo/map/sid/${sid}`;
}
