import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection } from '../../../testing/web/fake-connection.ts';
import { MappingError } from '../../../wire/errors.ts';
import { loadForm } from './load-form.ts';

afterEach(() => vi.unstubAllGlobals());

const service = 'https://portal.example/server/rest/services/Trees/FeatureServer';
const open = { name: 'Trees', capabilities: 'Query,Create', globalIdField: 'GlobalID', fields: [] };
const refused = { error: { code: 499, message: 'Token Required', details: [] } };

/** A portal that answers by the ends of paths; texts are sent as they are. */
async function load(answers: Record<string, string | object>, item: object) {
  const all = { ...answers, '/items/i1': { id: 'i1', title: 'Trees', ...item } };
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input);
    const answer = Object.entries(all).find(([end]) => pathname.endsWith(end))?.[1];
    return answer instanceof Response ? answer : new Response(text(answer ?? {}));
  });
  const { connection } = await fakeConnection();
  return loadForm(connection, 'i1');
}

const text = (answer: string | object) => (typeof answer === 'string' ? answer : JSON.stringify(answer));

describe('the form of an item', () => {
  const layer = { type: 'Feature Service', url: `${service}/0` };

  it('is that of its data, or none where it has no data', async () => {
    const data = { layers: [{ id: 0, formInfo: { title: 'Report a tree' } }] };
    const { layers } = await load({ '/data': data, '/FeatureServer/0': open }, layer);
    expect(layers.map(({ form }) => form)).toEqual([{ title: 'Report a tree' }]);
    const without = await load({ '/data': '', '/FeatureServer/0': open }, layer);
    expect(without.layers.map(({ form }) => form)).toEqual([undefined]);
  });

  it.each(['<html>Down</html>', { error: { code: 500, message: 'Down', details: [] } }])(
    'is not loaded without its settings when these cannot be read: %s',
    async (data) => {
      await expect(load({ '/data': data, '/FeatureServer/0': open }, layer)).rejects.toBeInstanceOf(
        MappingError,
      );
    },
  );

  it('has the layers that the user may read, and asks for a sign-in where there are none', async () => {
    const data = {
      operationalLayers: [
        { id: 'a', url: `${service}/0` },
        { id: 'b', url: `${service}/1` },
      ],
    };
    const map = { type: 'Web Map' };
    const { layers } = await load(
      { '/data': data, '/FeatureServer/0': refused, '/FeatureServer/1': open },
      map,
    );
    expect(layers.map(({ key }) => key)).toEqual(['b']);
    await expect(
      load({ '/data': data, '/FeatureServer/0': refused, '/FeatureServer/1': refused }, map),
    ).rejects.toMatchObject({ id: 'portal:token-required' });
  });
});
