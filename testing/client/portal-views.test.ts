import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';

let rig: ContentRig;
beforeAll(async () => {
  rig = await createContentRig();
});
afterAll(() => rig.stop());

async function viewsOf(id: string): Promise<number> {
  await rig.storeViews();
  return (await rig.call(`/content/items/${id}`))['numViews'];
}

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

  test('are not what a page or a browser fetches in advance', async () => {
    const id = await rig.addMap({ title: 'Fetched', access: 'public' });
    await rig.call(`/content/users/grace/items/${id}/share`, { everyone: 'true', org: 'true' });
    for (const purpose of ['prefetch', 'prefetch;prerender'])
      await fetch(`${rig.portal.root}/content/items/${id}/data`, { headers: { 'sec-purpose': purpose } });
    expect(await viewsOf(id)).toBe(0);
  });

  test('of invisible items are not counted', async () => {
    const id = await rig.addMap({ title: 'Unseen' });
    await rig.call(`/content/items/${id}/data`, {}, 'Otto');
    expect(await viewsOf(id)).toBe(0);
  });

  test('of a visitor are one, however many browsers open the item', async () => {
    const id = await rig.addMap({ title: 'Browsers', access: 'public' });
    await rig.call(`/content/users/grace/items/${id}/share`, { everyone: 'true', org: 'true' });
    for (let browser = 0; browser < 5; browser += 1)
      await fetch(`${rig.portal.root}/content/items/${id}/data`, {
        headers: { 'user-agent': `Browser ${browser}` },
      });
    expect(await viewsOf(id)).toBe(1);
  });

  test('write nothing while they are noted, and nothing afterwards if they are known', async () => {
    const id = await rig.addMap({ title: 'Read often', access: 'public' });
    await rig.call(`/content/users/grace/items/${id}/share`, { everyone: 'true', org: 'true' });
    const { database } = rig.portal.context;
    const changes = async () => {
      const { rows } = await sql<{ changes: string }>`select changes from portal_content_state()`.execute(
        database,
      );
      return rows[0]?.changes;
    };
    const before = await changes();
    await rig.call(`/content/items/${id}/data`, {}, '');
    expect(await changes()).toBe(before);
    expect(await viewsOf(id)).toBe(1);
    const counted = await changes();
    for (let time = 0; time < 3; time += 1) await rig.call(`/content/items/${id}/data`, {}, '');
    expect(await viewsOf(id)).toBe(1);
    expect(await changes()).toBe(counted);
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
