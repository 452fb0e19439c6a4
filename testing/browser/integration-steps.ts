import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import type { IntegrationConfig } from '../../wire/app-config.ts';
import { expectMapDrawn, tokenOf } from './steps.ts';

/** A crossing of the demo city, on a new map. */
export const crossing = '/map#at=51.1608,71.4285,18,0';

/** The settings of an integration that a test gives; others have the schema's defaults. */
export type Wanted = Pick<IntegrationConfig, 'id' | 'type' | 'title'> & Partial<IntegrationConfig>;

interface Saved {
  config: { integrations: Wanted[] } & Record<string, unknown>;
}

/** Origin of the pages of integrations: the next port. */
export function pagesUrl(baseURL: string | undefined): string {
  const url = new URL(baseURL ?? '');
  url.port = String(Number(url.port) + 1);
  return url.origin;
}

/** An organisation as its administrator changes it, by the API. */
export interface Administration {
  /** Of the server’s origin. */
  request: APIRequestContext;
  org: string;
  token: string;
  /** Address of the portal that issued the token; absent: the embedded one. */
  portal?: string;
}

const headersOf = ({ token, portal }: Administration) => ({
  authorization: `Bearer ${token}`,
  ...(portal !== undefined && { 'x-portal': portal }),
});

async function changeIntegrations(
  administration: Administration,
  change: (before: readonly Wanted[]) => Wanted[],
): Promise<void> {
  const { request, org } = administration;
  const headers = headersOf(administration);
  const path = `/api/${org}/administration/config`;
  const opened = await request.get(path, { headers });
  const { config } = (await opened.json()) as Saved;
  const saved = await request.put(path, {
    headers: { ...headers, 'if-match': opened.headers()['etag'] ?? '' },
    data: { ...config, integrations: change(config.integrations) },
  });
  expect(saved.status(), await saved.text()).toBe(200);
}

/** Adds integrations to an organisation, or replaces those of the same ids. */
export async function addIntegrations(administration: Administration, added: Wanted[]): Promise<void> {
  const ids = new Set(added.map(({ id }) => id));
  await changeIntegrations(administration, (before) => [
    ...before.filter(({ id }) => !ids.has(id)),
    ...added,
  ]);
}

export async function removeIntegrations(
  administration: Administration,
  removed: readonly Wanted[],
): Promise<void> {
  const ids = new Set(removed.map(({ id }) => id));
  await changeIntegrations(administration, (before) => before.filter(({ id }) => !ids.has(id)));
}

const ofDemo = async (request: APIRequestContext): Promise<Administration> => ({
  request,
  org: 'demo',
  token: await tokenOf({ request }, 'ada'),
});

/** Adds integrations to the demo organisation for the tests of a file, and removes them afterwards. */
export function withIntegrations(make: (baseURL: string) => Promise<Wanted[]> | Wanted[]): void {
  let added: Wanted[] = [];
  test.beforeAll(async ({ playwright, baseURL }) => {
    added = await make(baseURL ?? '');
    const request = await playwright.request.newContext({ baseURL });
    await addIntegrations(await ofDemo(request), added);
    await request.dispose();
  });
  test.afterAll(async ({ playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL });
    await removeIntegrations(await ofDemo(request), added);
    await request.dispose();
  });
}

/** Sets credentials of an integration of the demo organisation, as the administrator does. */
export async function setCredentials(
  request: APIRequestContext,
  id: string,
  values: Record<string, string>,
): Promise<void> {
  await setCredentialsOf(await ofDemo(request), id, values);
}

/** Sets credentials of an integration, as the administrator does. */
export async function setCredentialsOf(
  administration: Administration,
  id: string,
  values: Record<string, string>,
): Promise<void> {
  const saved = await administration.request.put(
    `/api/${administration.org}/integrations/${id}/credentials`,
    { headers: headersOf(administration), data: { values } },
  );
  expect(saved.status(), await saved.text()).toBe(200);
}

/** Goes to the crossing and waits for the map. */
export async function openMap(page: Page, address = `/demo${crossing}`): Promise<void> {
  await page.goto(address);
  await expectMapDrawn(page);
}

/** Opens an integration from the header's menu. */
export async function openIntegration(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Integrations', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: title, exact: true }).click();
}

/** Chooses the centre of the map as the location of all integrations. */
export async function chooseMiddle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose the centre of the map' }).click();
}

/** Chooses a location on the map with the pin, in pixels from the map's corner. */
export async function clickMap(page: Page, x: number, y: number): Promise<void> {
  const pin = page.getByRole('button', { name: 'Pin: click to choose a place' }).first();
  if ((await pin.getAttribute('aria-pressed')) !== 'true') await pin.click();
  await page.locator('[role="application"]').first().click({ position: { x, y } });
}

/** The position on the page, in pixels, of a location on the map, which is not rotated. */
export async function spotOnMap(
  page: Page,
  at: { lat: number; lng: number },
): Promise<{ x: number; y: number }> {
  const box = await page.locator('[role="application"]').first().boundingBox();
  const [lat = 0, lng = 0, zoom = 0] = (/at=([^&]*)/.exec(page.url())?.[1] ?? '').split(',').map(Number);
  if (!box) throw new Error('There is no map.');
  const world = 256 * 2 ** zoom;
  const flat = (degrees: number) => Math.asinh(Math.tan((degrees * Math.PI) / 180)) / (2 * Math.PI);
  return {
    x: box.x + box.width / 2 + ((at.lng - lng) / 360) * world,
    y: box.y + box.height / 2 - (flat(at.lat) - flat(lat)) * world,
  };
}

export const drawer = (page: Page) => page.getByRole('complementary', { name: 'Integrations drawer' });

/** The location (in degrees) and the heading in an integration's toolbar. */
export async function looking(
  page: Page,
  panel?: string,
): Promise<{ place: string; lat: number; lng: number; heading: number }> {
  const within = panel ? page.getByRole('tabpanel', { name: panel }) : page;
  const text = (await within.getByTestId('place').first().textContent()) ?? '';
  const [place = '', heading = ''] = text.split(' · ');
  const [lat = Number.NaN, lng = Number.NaN] = place.split(',').map(Number);
  return { place, lat, lng, heading: Number.parseInt(heading, 10) };
}

/** The state of open integrations that a tab stores; with it a map restores them, as after a reload. */
export async function reopenAt(page: Page, open: string[], org = 'demo'): Promise<void> {
  const [lat, lng, x, y] = [51.1608, 71.4285, 7_951_384.2, 6_648_988.5];
  const text = JSON.stringify({ open, location: { lat, lng, x, y, wkid: 3857 } });
  await page.addInitScript(
    ({ key, value }) => {
      if (window.top === window && !sessionStorage.getItem(key)) sessionStorage.setItem(key, value);
    },
    { key: `mapping.integrations.${org}`, value: text },
  );
  await page.goto(`/${org}/map`);
}
