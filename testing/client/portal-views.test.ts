import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countView } from '../../server/portal/content/views/view-store.ts';
import type { PortalCall } from '../../server/portal/operation.ts';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';

let rig: ContentRig;
beforeAll(async () => {
  rig = await createContentRig();
});
afterAll(() => rig.stop());

const viewsOf = async (id: string) => (await rig.call(`/content/items/${id}`))['numViews'] as number;

describe('views', () => {
  test('count a user once a day, however often and on whatever device', async () => {
    const id = await rig.addMap({ title: 'Seen', access: 'public' });
    await rig.call(`/content/users/grace/items/${id}/share`, { everyone: 'true', org: 'true' });
    expect(await viewsOf(id)).toBe(0);
    for (const username of ['linus', 'linus', 'linus']) {
      await rig.call(`/content/items/${id}/data`, {}, username);
    }
    expect(await viewsOf(id)).toBe(1);
    await Promise.all(Array.from({ length: 8 }, () => rig.call(`/content/items/${id}/data`, {}, 'ada')));
    expect(await viewsOf(id)).toBe(2);
    await rig.call(`/content/items/${id}/data`, {}, '');
    await rig.call(`/content/items/${id}/data`, {}, '');
    expect(await viewsOf(id)).toBe(3);
  });

  test('of invisible items are not counted', async () => {
    const id = await rig.addMap({ title: 'Unseen' });
    await rig.call(`/content/items/${id}/data`, {}, 'Otto');
    expect(await viewsOf(id)).toBe(0);
  });

  test('are counted again the next day, and yesterday’s viewers are deleted', async () => {
    const id = await rig.addMap({ title: 'Days' });
    const { database } = rig.portal.context;
    const day = 86_400_000;
    let now = 20_000 * day;
    const context = { ...rig.portal.context, now: () => now };
    const caller = { kind: 'anonymous' } as const;
    const request = { ip: '192.0.2.7', headers: { 'user-agent': 'A browser' } };
    const open = () => countView({ context, caller, request } as unknown as PortalCall, id);
    const kept = () =>
      database.selectFrom('portal_item_view').selectAll().where('item_id', '=', id).execute();
    await open();
    const [first] = await kept();
    // The address is not stored in readable form.
    expect(JSON.stringify(first)).not.toContain('192.0.2.7');
    now += day;
    await open();
    await open();
    expect(await viewsOf(id)).toBe(2);
    expect((await kept()).map((row) => row.day)).toEqual([20_001]);
  });

  test('sort a search', async () => {
    const { results } = await rig.call('/search', {
      q: 'owner:grace',
      sortField: 'numViews',
      sortOrder: 'desc',
    });
    const counts = results.map((item: { numViews: number }) => item.numViews);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
    expect(counts[0]).toBeGreaterThan(0);
  });
});

test('sends a thumbnail no wider than requested, with an entity tag of its own', async () => {
  const id = await rig.addMap({ title: 'Pictured' });
  const noise = { type: 'gaussian' as const, sigma: 30 };
  const wide = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'blue', noise } })
    .png()
    .toBuffer();
  await rig.call(`/content/users/grace/items/${id}/updateThumbnail`, {
    data: `data:image/png;base64,${wide.toString('base64')}`,
    filename: 'wide.png',
  });
  const ask = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${rig.portal.root}/content/items/${id}/info/thumbnail/wide.png?token=${rig.grace.token}${query}`, {
      headers,
    });
  const widthOf = async (response: Response) =>
    (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width;
  const [small, whole, largest] = [await ask('&w=150'), await ask(''), await ask('&w=8192')];
  expect(small.headers.get('content-type')).toBe('image/png');
  expect([await widthOf(small), await widthOf(whole), await widthOf(largest)]).toEqual([200, 900, 900]);
  const etag = small.headers.get('etag') ?? '';
  expect(etag).not.toBe(whole.headers.get('etag'));
  expect((await ask('&w=150', { 'if-none-match': etag })).status).toBe(304);
});
