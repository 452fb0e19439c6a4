import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { saveAsNew, saveOver } from './save-map.ts';
import { finishSave } from './unfinished-saves.ts';

const stores = vi.hoisted(() => ({ values: new Map<string, unknown>() }));
vi.mock('idb-keyval', () => {
  const { values } = stores;
  return {
    createStore: (name: string) => name,
    get: async (key: string, store: string) => values.get(`${store} ${key}`),
    set: async (key: string, value: unknown, store: string) => void values.set(`${store} ${key}`, value),
    del: async (key: string, store: string) => void values.delete(`${store} ${key}`),
    entries: async (store: string) =>
      [...values].flatMap(([key, value]) =>
        key.startsWith(`${store} `) ? [[key.slice(store.length + 1), value]] : [],
      ),
  };
});

afterEach(() => {
  vi.unstubAllGlobals();
  stores.values.clear();
});

const before = { operationalLayers: [{ id: 'a', title: 'Stops' }] };
const after = { operationalLayers: [{ id: 'a', title: 'Stops', visibility: false }] };
const item = { id: 'm1', owner: 'ada', title: 'City', access: 'private' as const, modified: 5 };
const done = { success: true, id: 'm1' };
const none = { resources: [], nextStart: -1 };

async function connected() {
  return (await fakeConnection({ saved: savedSignIn() })).connection;
}

describe('saving over a map', () => {
  it('writes the document and stores the first and the new state as versions', async () => {
    const requested = fakeFetch({
      '/items/m1': [item, { ...item, modified: 9 }],
      '/items/m1/data': before,
      '/items/m1/update': done,
      '/items/m1/resources': none,
      '/items/m1/addResources': done,
    });
    const saved = await saveOver(await connected(), item, { document: after }, 5);
    expect(await saved.rest).toEqual({ item: { ...item, modified: 9 }, withoutHistory: false });
    const update = requested.find(({ path }) => path.endsWith('/update'));
    expect(JSON.parse(update?.params['text'] ?? '')).toEqual(after);
    expect(requested.filter(({ path }) => path.endsWith('/addResources'))).toHaveLength(4);
  });

  it('takes two requests if the state that it replaces is known, and the others follow', async () => {
    const answers = { '/items/m1': [item, item], '/items/m1/update': done };
    let follow = () => {};
    const held = new Promise<void>((resolve) => {
      follow = resolve;
    });
    const requested = fakeFetch({
      ...answers,
      '/items/m1/resources': async () => {
        await held;
        return none;
      },
      '/items/m1/addResources': done,
    });
    const known = { modified: 5, document: before };
    const saved = await saveOver(await connected(), item, { document: after }, 5, known);
    const paths = requested.map(({ path }) => path).filter((path) => !path.endsWith('/resources'));
    expect(paths).toEqual([
      expect.stringMatching(/\/items\/m1$/),
      expect.stringMatching(/\/items\/m1\/update$/),
    ]);
    follow();
    expect(await saved.rest).toMatchObject({ withoutHistory: false });
  });

  it.each([
    ['private', true],
    ['public', false],
  ])('of a map that is %s meanwhile sends the thumbnail of a private one: %s', async (access, sent) => {
    const requested = fakeFetch({
      '/items/m1': { ...item, access },
      '/items/m1/data': before,
      '/items/m1/update': done,
      '/items/m1/resources': none,
      '/items/m1/addResources': done,
    });
    const map = { document: after, thumbnail: new File(['drawn'], 'thumbnail.jpg', { type: 'image/jpeg' }) };
    await (
      await saveOver(await connected(), item, map, 5)
    ).rest;
    const update = requested.find(({ path }) => path.endsWith('/update'));
    // A form with a file is multipart, of which the fake reads no fields.
    expect('text' in update!.params).toBe(!sent);
  });

  it('stores only what is missing of a version', async () => {
    const requested = fakeFetch({
      '/items/m1': item,
      '/items/m1/resources': {
        resources: [{ resource: 'mapping-history/3.note.json' }, { resource: 'mapping-history/7.json' }],
        nextStart: -1,
      },
      '/items/m1/addResources': done,
    });
    const connection = await connected();
    const note = { author: 'ada', at: 7, title: 'City', changes: [] };
    const save = { id: 'm1 7', restUrl: connection.restUrl, who: 'ada', item, confirmed: true };
    await finishSave(connection, { ...save, note, document: after, before: { note, document: before } });
    const added = requested.filter(({ path }) => path.endsWith('/addResources'));
    expect(added).toHaveLength(1);
  });

  it('does not overwrite a newer version', async () => {
    const requested = fakeFetch({ '/items/m1': { ...item, modified: 8 }, '/items/m1/data': before });
    await expect(saveOver(await connected(), item, { document: after }, 5)).rejects.toMatchObject({
      id: 'saving:newer-version',
      status: 409,
      cause: { modified: 8 },
    });
    expect(requested.some(({ path }) => path.endsWith('/update'))).toBe(false);
  });

  it('saves again after the answer to a save was lost, which is no other version', async () => {
    const portal = { modified: 5, document: before as object, answers: false };
    fakeFetch({
      '/items/m1': () => ({ ...item, modified: portal.modified }),
      '/items/m1/data': () => portal.document,
      '/items/m1/update': ({ params }) => {
        Object.assign(portal, { modified: portal.modified + 1, document: JSON.parse(params['text'] ?? '') });
        if (!portal.answers) throw new TypeError('Failed to fetch');
        return done;
      },
      '/items/m1/resources': none,
      '/items/m1/addResources': done,
    });
    const connection = await connected();
    const save = () => saveOver(connection, item, { document: after }, 5);
    await expect(save()).rejects.toMatchObject({ id: 'portal:unreachable' });
    portal.answers = true;
    expect(await (await save()).rest).toMatchObject({ item: { modified: 7 }, withoutHistory: false });
    // Someone else's save is still another version.
    await expect(save()).rejects.toMatchObject({ status: 409 });
    expect([...stores.values.keys()].filter((key) => key.startsWith('mapping-saves'))).toEqual([]);
  });

  it('keeps the version of a save whose session ended before it was stored', async () => {
    const refused = { error: { code: 498, message: 'Invalid token.', details: [] } };
    fakeFetch({
      '/items/m1': item,
      '/items/m1/data': before,
      '/items/m1/update': done,
      '/items/m1/resources': refused,
      '/oauth2/token': refused,
    });
    const saved = await saveOver(await connected(), item, { document: after }, 5);
    await saved.rest.catch(() => {});
    expect([...stores.values.keys()].filter((key) => key.startsWith('mapping-saves'))).toHaveLength(1);
  });

  it('distinguishes a save in another tab of this browser from that of another person', async () => {
    const portal = { modified: 5 };
    let follow = () => {};
    const held = new Promise<void>((resolve) => {
      follow = resolve;
    });
    fakeFetch({
      '/items/m1': () => ({ ...item, modified: portal.modified }),
      '/items/m1/data': before,
      '/items/m1/update': () => {
        portal.modified = 8;
        return done;
      },
      '/items/m1/resources': async () => {
        await held;
        return none;
      },
      '/items/m1/addResources': () => {
        portal.modified = 9;
        return done;
      },
    });
    const otherTab = async () => saveOver(await connected(), item, { document: after }, 5);
    const saved = await saveOver(await connected(), item, { document: after }, 5);
    // Before the save’s version is stored, and after.
    await expect(otherTab()).rejects.toMatchObject({ id: 'saving:saved-elsewhere', status: 409 });
    follow();
    await saved.rest;
    await expect(otherTab()).rejects.toMatchObject({ id: 'saving:saved-elsewhere', cause: { modified: 9 } });
    portal.modified = 12;
    await expect(otherTab()).rejects.toMatchObject({ id: 'saving:newer-version' });
  });

  it('overwrites it on request', async () => {
    fakeFetch({
      '/items/m1': { ...item, modified: 8 },
      '/items/m1/data': before,
      '/items/m1/update': done,
      '/items/m1/resources': none,
      '/items/m1/addResources': done,
    });
    const saved = await saveOver(await connected(), item, { document: after }, undefined);
    await expect(saved.rest).resolves.toBeDefined();
  });

  it('succeeds even where no version can be stored, and reports that', async () => {
    fakeFetch({
      '/items/m1': item,
      '/items/m1/data': before,
      '/items/m1/update': done,
      '/items/m1/resources': { error: { code: 400, message: 'No resources here' } },
    });
    const saved = await saveOver(await connected(), item, { document: after }, 5);
    expect(await saved.rest).toMatchObject({ withoutHistory: true });
  });

  it('fails when the portal refuses', async () => {
    fakeFetch({
      '/items/m1': item,
      '/items/m1/data': before,
      '/items/m1/update': { error: { code: 403, message: 'No', messageCode: 'GWM_0003' } },
    });
    await expect(saveOver(await connected(), item, { document: after }, 5)).rejects.toMatchObject({
      id: 'portal:not-permitted',
    });
  });
});

describe('saving as a new map', () => {
  it.each([
    ['private', false],
    ['org', true],
    ['public', true],
  ] as const)('%s: shared %s', async (level, shared) => {
    const requested = fakeFetch({
      '/addItem': { success: true, id: 'm1' },
      '/items/m1/share': done,
      '/items/m1/resources': none,
      '/items/m1/addResources': done,
      '/items/m1': item,
    });
    const map = { title: 'City', tags: ['a', 'b'], document: after, extent: [1, 2, 3, 4] as const };
    const saved = await saveAsNew(await connected(), 'ada', map, { folder: 'f1', level });
    await saved.rest;
    expect(requested[0]).toMatchObject({
      path: expect.stringMatching(/users\/ada\/f1\/addItem$/),
      params: { type: 'Web Map', title: 'City', tags: 'a,b', extent: '1,2,3,4' },
    });
    const shares = requested.filter(({ path }) => path.endsWith('/share'));
    const levels = shares.map(({ params }) => ({ everyone: params['everyone'], org: params['org'] }));
    expect(levels).toEqual(shared ? [{ everyone: String(level === 'public'), org: 'true' }] : []);
  });

  it('leaves no map behind that cannot be shared', async () => {
    const requested = fakeFetch({
      '/addItem': { success: true, id: 'm1' },
      '/items/m1/share': { error: { code: 403, message: 'No', messageCode: 'GWM_0003' } },
      '/items/m1/delete': done,
    });
    const saving = saveAsNew(
      await connected(),
      'ada',
      { title: 'City', document: after },
      { folder: '', level: 'org' },
    );
    await expect(saving).rejects.toMatchObject({ id: 'portal:not-permitted' });
    expect(requested.at(-1)?.path).toMatch(/items\/m1\/delete$/);
  });

  it.each(['after the map was added', 'before it was'])(
    'adds one map when the answer is lost %s',
    async (when) => {
      const portal = { maps: [] as object[], answers: false };
      const requested = fakeFetch({
        '/addItem': ({ params }) => {
          const { title = '', text = '' } = params;
          if (portal.answers || when === 'after the map was added')
            portal.maps.push({ ...item, type: 'Web Map', title, text, created: Date.now() });
          if (!portal.answers) throw new TypeError('Failed to fetch');
          return done;
        },
        // Another map of the same title, from before.
        '/users/ada': () => ({ items: [...portal.maps, { ...item, id: 'm0', type: 'Web Map', created: 3 }] }),
        '/items/m1': item,
        '/items/m1/data': after,
        '/items/m1/update': done,
        '/items/m1/resources': none,
        '/items/m1/addResources': done,
      });
      const connection = await connected();
      const save = (title: string) =>
        saveAsNew(connection, 'ada', { title, document: after }, { folder: '', level: 'private' });
      await expect(save('City')).rejects.toMatchObject({ id: 'portal:unreachable' });
      portal.answers = true;
      await (
        await save('Renamed city')
      ).rest;
      expect(portal.maps).toHaveLength(1);
      // The next one is another map.
      await (
        await save('Renamed city')
      ).rest;
      expect(portal.maps).toHaveLength(2);
      const updates = requested.filter(({ path }) => path.endsWith('/items/m1/update'));
      expect(updates.map(({ params }) => params['title'])).toEqual(
        when === 'after the map was added' ? ['Renamed city'] : [],
      );
    },
  );
});
