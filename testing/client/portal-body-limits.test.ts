import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../server/limits.ts';
import { portalOperations } from '../../server/portal/routes.ts';
import { long, sample } from '../rig/long.ts';
import { addPlaces, fillPath, type Places } from '../rig/operation-table.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let places: Places;

beforeAll(async () => {
  places = await addPlaces(rig);
});

const kinds = ['form', 'multipart'] as const;
type Kind = (typeof kinds)[number];

function bodyOf(kind: Kind, bytes: number): URLSearchParams | FormData {
  const filler = 'x'.repeat(bytes);
  if (kind === 'form') return new URLSearchParams({ f: 'json', filler });
  const multipart = new FormData();
  multipart.set('f', 'json');
  multipart.set('filler', filler);
  return multipart;
}

/** Error codes for bodies of this many bytes. */
async function codesOf(path: string, bytes: number, sent: readonly Kind[] = kinds) {
  return Promise.all(
    sent.map(async (kind) => {
      const init: RequestInit = { method: 'POST', body: bodyOf(kind, bytes), redirect: 'manual' };
      const response = await fetch(rig.portal.root + fillPath(path, places), init);
      const text = await response.text();
      return text.startsWith('{"error"') ? (JSON.parse(text).error.code as number) : undefined;
    }),
  );
}

describe('operation with a whole web map or a picture as a field', () => {
  const large = portalOperations.filter((route) => route.largeFields).map(({ path }) => path);

  it.each(sample(large, 6))('%s accepts more than the others, but not everything', async (path) => {
    expect(await codesOf(path, 2 * limits.requestBodyBytes)).not.toContain(413);
    expect(await codesOf(path, limits.itemTextBytes + 1000)).toEqual([413, 413]);
  });

  it.each([
    '/content/users/:user/addItem',
    '/content/users/:user/items/:id/update',
    '/content/users/:user/items/:id/updateThumbnail',
    '/content/users/:user/:folder/items/:id/update',
  ])('is %s, where the ArcGIS SDK sends maps and pictures', (path) => expect(large).toContain(path));
});

describe('every other operation', () => {
  const small = portalOperations.filter((route) => !route.largeFields).map(({ path }) => path);

  // In `npm test`, each is sent one kind of body that is accepted and the other that is not.
  it.each(sample([...small.entries()], 7))(
    '%i: %s accepts the size of an ordinary form',
    async (index, path) => {
      const [accepted, refused] = index % 2 === 0 ? kinds : kinds.toReversed();
      expect(await codesOf(path, limits.requestBodyBytes / 2, long ? kinds : [accepted!])).not.toContain(413);
      const codes = await codesOf(path, limits.requestBodyBytes + 1000, long ? kinds : [refused!]);
      expect(new Set(codes)).toEqual(new Set([413]));
    },
  );
});

describe('file from an anonymous caller', () => {
  it('is rejected like any other request, and leaves nothing behind', async () => {
    const uploads = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('mapping-upload-'));
    const before = new Set(await uploads());
    const form = new FormData();
    form.set('title', 'x');
    form.set('file', new Blob(['x'.repeat(100_000)]), 'big.csv');
    const address = `${rig.portal.root}/content/users/grace/addItem?f=json`;
    const response = await fetch(address, { method: 'POST', body: form });
    expect(((await response.json()) as any).error.code).toBe(499);
    const left = (await uploads()).filter((name) => !before.has(name));
    expect(left).toEqual([]);
  });
});
