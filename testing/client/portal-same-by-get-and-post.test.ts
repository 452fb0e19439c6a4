import { beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../rig/long.ts';
import { addPlaces, changingPaths, fillPath, type Places, readingPaths } from '../rig/operation-table.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let places: Places;

beforeAll(async () => {
  places = await addPlaces(rig);
});

const tokens = () => ({
  visitor: '',
  member: rig.linus.token,
  owner: rig.grace.token,
  administrator: rig.ada.token,
});

/** The response as seen by a client. */
async function ask(address: string, init?: RequestInit) {
  const response = await fetch(address, { redirect: 'manual', ...init });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    caching: response.headers.get('cache-control'),
    // A SAML document has a random id of its own.
    body: (await response.text()).replace(/ ID="_[0-9a-f]+"/, ''),
  };
}

function multipart(parameters: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) form.set(name, value);
  return form;
}

describe('every operation that reads', () => {
  it.each(sample(readingPaths, 3))(
    '%s is the same by GET, POST and multipart, below both roots',
    async (path) => {
      const address = `${rig.portal.root}${fillPath(path, places)}`;
      for (const [caller, token] of Object.entries(tokens())) {
        const parameters = { f: 'json', num: '2', culture: 'nl', q: 'title:every', token };
        const query = String(new URLSearchParams(parameters));
        const expected = await ask(`${address}?${query}`);
        const ways = {
          form: ask(address, { method: 'POST', body: new URLSearchParams(parameters) }),
          multipart: ask(address, { method: 'POST', body: multipart(parameters) }),
          split: ask(`${address}?num=7&q=nothing&culture=nl&f=json`, {
            method: 'POST',
            body: new URLSearchParams({ num: '2', q: 'title:every', token }),
          }),
          slash: ask(`${address}/?${query}`),
          'the other root': ask(`${address.replace('/sharing/rest', '/sharing')}?${query}`),
        };
        for (const [way, answer] of Object.entries(ways)) {
          expect({ caller, way, ...(await answer) }).toEqual({ caller, way, ...expected });
        }
      }
    },
  );
});

describe('every operation that changes something', () => {
  const named = changingPaths.filter((path) => !/oauth2|links\/use/.test(path));
  const post = (path: string, parameters: Record<string, string>) =>
    ask(`${rig.portal.root}${fillPath(path, places)}`, {
      method: 'POST',
      body: new URLSearchParams({ f: 'json', ...parameters }),
    });

  it.each(named)('%s prompts anonymous callers to sign in', async (path) => {
    const { error } = JSON.parse((await post(path, {})).body);
    expect([403, 499]).toContain(error.code);
    expect(error.messageCode).toMatch(/^GWM_000[23]$/);
  });

  it.each(named)('%s rejects an invalid token with 498 before anything else', async (path) => {
    const { body } = await post(path, { token: 'dead' });
    expect(JSON.parse(body).error).toMatchObject({ code: 498, messageCode: 'GWM_0001' });
  });

  // A map names the addresses that its readers' browsers request, with their tokens.
  it.each(changingPaths)('%s is done by no address, below any root', async (path) => {
    const address = `${rig.portal.root}${fillPath(path, places)}`;
    for (const each of [address, `${address}/`, address.replace('/sharing/rest', '/sharing')]) {
      const { body } = await ask(`${each}?f=json&token=${rig.ada.token}`);
      expect(JSON.parse(body).error).toMatchObject({ code: 405, message: expect.stringContaining('POST') });
      expect((await ask(`${each}?token=${rig.ada.token}`, { method: 'HEAD' })).status).toBe(200);
    }
  });

  it('leaves an item where its owner opens the address that deletes it', async () => {
    const id = await rig.addMap();
    await ask(`${rig.portal.root}/content/users/grace/items/${id}/delete?token=${rig.grace.token}`);
    expect(await rig.call(`/content/items/${id}`)).toMatchObject({ id });
  });
});
