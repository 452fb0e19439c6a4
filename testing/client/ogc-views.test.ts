import { setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** A view as OGC API – Features and as pages: neither hidden fields nor hidden rows. */
let rig: TreesView;
let root: string;
let pages: string;

beforeAll(async () => {
  rig = await createTreesView();
  const { itemId, url } = await rig.createOaks('Oaks');
  await setItemAccess({ id: itemId, access: 'public', ...rig.as('grace') });
  pages = url;
  root = url.replace(/\/rest\/services\/(.*)\/FeatureServer$/, '/ogc/$1');
});
afterAll(() => rig.stop());

const read = async (path: string) => {
  const response = await fetch(`${root}${path}`);
  return { status: response.status, body: await response.text() };
};

test.each([
  '',
  '/api',
  '/collections',
  '/collections/0',
  '/collections/0/queryables',
  '/collections/0/schema',
  '/collections/0/items',
  '/collections/0/items?f=html',
  '/collections/0/items/1',
  '/collections/0/items?filter=S_INTERSECTS(geometry,BBOX(-180,-90,180,90))',
  '/collections/0/items?filter=NOT%20S_INTERSECTS(geometry,POINT(10%200))',
  '/collections/0/items?bbox=-180,-90,180,90',
])('%s contains nothing of what the view hides', async (path) => {
  const { status, body } = await read(path);
  expect(status).toBe(200);
  expect(body).not.toMatch(/secret|hush|yew/i);
});

describe('what a view hides', () => {
  test.each([
    ['/collections/0/items?secret=hush%201', 400],
    ["/collections/0/items?filter=secret%20LIKE%20'hush%25'", 400],
    ['/collections/0/items/3', 404],
  ])('%s: %d', async (path, expected) => {
    const { status, body } = await read(path);
    expect(status).toBe(expected);
    expect(body).not.toMatch(/hush|yew/i);
  });

  test('matches no filter', async () => {
    for (const filter of ["kind = 'yew'", 'code = 3', 'S_INTERSECTS(geometry, POINT(30 0)) OR FALSE']) {
      const { body } = await read(`/collections/0/items?${new URLSearchParams({ filter })}`);
      expect([filter, JSON.parse(body).features]).toEqual([filter, []]);
    }
  });

  test('is on no page of the services directory', async () => {
    for (const path of ['', '/layers', '/0', '/0/query?where=1%3D1', '/0/3', '/0/1']) {
      const page = await (await fetch(`${pages}${path}${path.includes('?') ? '&' : '?'}f=html`)).text();
      expect(page).toContain('</html>');
      expect(page).not.toMatch(/secret|hush|yew/i);
    }
  });
});
