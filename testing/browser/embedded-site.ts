import type { APIRequestContext, Browser } from '@playwright/test';
import type { PortalSite } from './portal-sites.ts';
import { portalWebMap } from './portal-web-map.ts';
import { password, tokenOf } from './steps.ts';

const rest = '/portal/sharing/rest';
const titles = ['Quays of the harbour', 'Moorings for members'];

/** The demo organisation on the embedded portal, with the maps of the other portals' sites. */
export async function startEmbeddedSite(
  browser: Browser,
  request: APIRequestContext,
  origin: string,
): Promise<PortalSite> {
  const token = await tokenOf({ request }, 'grace');
  const ask = async <Answer>(path: string, form: Record<string, string>) =>
    (await (
      await request.post(`${origin}${rest}/${path}`, { form: { f: 'json', token, ...form } })
    ).json()) as Answer;
  const [stops] = (
    await ask<{ results: { id: string }[] }>('search', { q: 'title:"Public transport stops"', num: '1' })
  ).results;
  const { operationalLayers } = await ask<ReturnType<typeof portalWebMap>>(
    `content/items/${stops?.id}/data`,
    {},
  );
  const ids = new Map<string, string>();
  for (const title of titles) {
    const layer = title.startsWith('Quays') ? 'Quays' : 'Moorings';
    const style = `${origin}/server/rest/services/basemap-light/VectorTileServer/resources/styles/root.json`;
    const document = portalWebMap(layer, operationalLayers[0]?.url ?? '', style);
    const { id } = await ask<{ id: string }>('content/users/grace/addItem', {
      type: 'Web Map',
      title,
      text: JSON.stringify(document),
    });
    const everyone = String(layer === 'Quays');
    await ask(`content/users/grace/items/${id}/share`, { everyone, org: 'true' });
    ids.set(title, id);
  }
  const id = (title: string) => ids.get(title) ?? '';
  return {
    org: 'demo',
    origin,
    people: {
      administrator: { username: 'ada', fullName: 'Ada Lovelace', password },
      member: { username: 'grace', fullName: 'Grace Hopper', password },
    },
    openPage: async () => (await browser.newContext({ baseURL: origin, locale: 'en' })).newPage(),
    documentOf: (title) => ask(`content/items/${id(title)}/data`, {}),
    replaceDocument: async (title, document) =>
      void (await ask(`content/users/grace/items/${id(title)}/update`, { text: JSON.stringify(document) })),
    idOf: id,
    accessOf: async (title) =>
      (await ask<{ access: 'private' | 'org' | 'public' }>(`content/items/${id(title)}`, {})).access,
    async stop() {
      for (const each of ids.values()) await ask(`content/users/grace/items/${each}/delete`, {});
      await request.dispose();
    },
  };
}
