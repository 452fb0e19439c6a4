import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { PublicConfig } from '../../wire/app-config.ts';
import { createBudget } from '../platform/budgets/budget.ts';
import { createFirstPicture } from './first-picture.ts';
import { createPageExtras } from './page-extras.ts';

const publicUrl = 'http://localhost:8080';
const config = { portal: { url: '/portal' } } as PublicConfig;
const thumbnail = 'thumbnail/view-light_0_0_100000.webp';
const box = { xmin: -500, ymin: -500, xmax: 500, ymax: 500, spatialReference: { wkid: 102100 } };
const document = { initialState: { viewpoint: { targetGeometry: box } } };

const publicMap = { type: 'Web Map', access: 'public', modified: 1, thumbnail };

/** What a busy portal answers, with status 200. */
class Refusal {
  readonly error = { code: 503, message: 'Busy', details: [] };
}

/** A portal with one public map, whose document is what `response` gives. */
function pictureFrom(response: (request: FastifyRequest) => unknown, item: object = publicMap) {
  const app = Fastify();
  app.get('/portal/sharing/rest/content/items/:id', () => item);
  app.get('/portal/sharing/rest/content/items/:id/data', async (request, reply) => {
    const answer = await response(request);
    // As data has, and errors have not.
    if (!(answer instanceof Refusal)) void reply.header('etag', '"1"');
    return answer;
  });
  const budget = createBudget({ name: 'pageExtras', concurrency: 4, queue: 4, deadlineMs: 60_000 });
  const find = createFirstPicture(app, publicUrl, createPageExtras({ budget, age: 60_000 }));
  return () => find(config, 'a');
}

describe('the picture in the page of a public map', () => {
  it('is its thumbnail, at its place', async () => {
    const picture = await pictureFrom(() => document)();
    expect(picture?.address).toBe(`/portal/sharing/rest/content/items/a/info/${thumbnail}`);
    expect(picture?.view).toEqual({ xmin: -500, ymin: -500, xmax: 500, ymax: 500 });
  });

  it('asks for the document in advance, which is no view of the map', async () => {
    const purposes: unknown[] = [];
    await pictureFrom(({ headers }) => {
      purposes.push(headers['sec-purpose']);
      return document;
    })();
    expect(purposes).toEqual(['prefetch']);
  });

  it('is gone as soon as the map is no longer public', async () => {
    const item = { ...publicMap };
    const picture = pictureFrom(() => document, item);
    expect(await picture()).toBeDefined();
    item.access = 'org';
    expect(await picture()).toBeUndefined();
  });

  it('is left out while the portal is slow, and there once it has answered', async () => {
    let response = (_document: unknown) => {};
    const slow = new Promise((resolve) => (response = resolve));
    const picture = pictureFrom(() => slow);
    expect(await picture()).toBeUndefined();
    response(document);
    await expect.poll(picture).toBeDefined();
  });

  it('is there at the next visit after the portal refused to answer', async () => {
    const responses: unknown[] = [new Refusal()];
    const picture = pictureFrom(() => responses.shift() ?? document);
    expect(await picture()).toBeUndefined();
    await expect.poll(picture).toBeDefined();
  });

  it.each([
    ['looks like an error of the portal', { error: { code: 503 }, ...document }, true],
    ['is not JSON', 'no document', false],
    ['has 30,000 values', { ...document, more: Array.from({ length: 30_000 }, () => []) }, false],
    ['is larger than a megabyte', { ...document, more: 'x'.repeat(1_000_000) }, false],
  ])('reads a document once that %s', async (_what, content, isShown) => {
    let requests = 0;
    const picture = pictureFrom(() => {
      requests += 1;
      return content;
    });
    const [first] = await Promise.all([picture(), picture(), picture()]);
    expect([first !== undefined, (await picture()) !== undefined, requests]).toEqual([isShown, isShown, 1]);
  });
});
