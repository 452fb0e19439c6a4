import { createFeatureService } from '@esri/arcgis-rest-feature-service';
import { getItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type AnalysisTool, type Recipe, serverAnalyses } from '../../wire/analysis.ts';
import { type JsonLayer, packed, unpacked } from '../analysis/features.ts';
import { holdLayers } from '../rig/hold-layers.ts';
import { sample } from '../rig/long.ts';
import { serveProjectionEngine } from '../web/projection-engine.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
/** Layers of grace: areas and points in Web Mercator. */
const urls = { areas: '', points: '' };
const items = { areas: '', points: '' };

const mercator = { wkid: 102100 };
const fields = [
  { name: 'kind', alias: 'kind', type: 'esriFieldTypeString' },
  { name: 'n', alias: 'n', type: 'esriFieldTypeInteger' },
];
const areas: JsonLayer = {
  shape: 'polygon',
  fields,
  features: Array.from({ length: 60 }, (_none, n) => {
    const [x, y, side] = [7_950_000 + ((n * 7919) % 1000), 6_640_000 + ((n * 104_729) % 1000), 50 + n];
    const ring = [
      [x, y],
      [x, y + side],
      [x + side, y + side],
      [x + side, y],
      [x, y],
    ];
    return { geometry: { rings: [ring] }, attributes: { kind: `kind ${n % 4}`, n } };
  }),
};
const points: JsonLayer = {
  shape: 'point',
  fields,
  features: Array.from({ length: 300 }, (_none, n) => ({
    geometry: { x: 7_950_000 + ((n * 31) % 1009), y: 6_640_000 + ((n * 57) % 997) },
    attributes: { kind: n % 3 === 0 ? null : 'tree', n },
  })),
};
const reference = { areas, points };

beforeAll(async () => {
  await rig.signIn('mary');
  for (const name of ['areas', 'points'] as const) {
    const { shape, features } = reference[name];
    const made = await createFeatureService({
      item: {
        name: `Analysed_${name}`,
        capabilities: 'Query,Editing,Create,Update,Delete',
        layers: [
          {
            name,
            type: 'Feature Layer',
            geometryType: shape === 'point' ? 'esriGeometryPoint' : 'esriGeometryPolygon',
            spatialReference: mercator,
            fields: [
              { name: 'OBJECTID', type: 'esriFieldTypeOID' },
              { name: 'GlobalID', type: 'esriFieldTypeGlobalID' },
              ...fields,
              { name: 'day', alias: 'day', type: 'esriFieldTypeDateOnly' },
            ],
          },
        ],
      } as any,
      authentication: rig.grace,
    });
    urls[name] = `${made.serviceurl}/0`;
    items[name] = made.serviceItemId;
    const adds = features.map(({ geometry, attributes }) => ({
      geometry: { ...geometry, spatialReference: mercator },
      attributes: { ...attributes, day: '2026-05-01' },
    }));
    const body = new URLSearchParams({ f: 'json', token: rig.grace.token, adds: JSON.stringify(adds) });
    const answer = await (await fetch(`${urls[name]}/applyEdits`, { method: 'POST', body })).json();
    if (answer.addResults?.length !== features.length) throw new Error(JSON.stringify(answer));
  }
});

type Layers = keyof typeof reference;
interface Wanted {
  tool: AnalysisTool;
  input: Layers;
  other?: Layers;
  parts?: Partial<Recipe>;
  where?: string;
  objectIds?: number[];
}

function send({ tool, input, other, parts, where, objectIds }: Wanted): Record<string, string> {
  return {
    recipe: JSON.stringify({ tool, ...parts }),
    input: JSON.stringify({ url: urls[input], where, objectIds }),
    ...(other && { other: JSON.stringify({ url: urls[other] }) }),
    wkid: '102100',
    title: `Result: ${tool}`,
  };
}

async function ended(id: string, jobId: string, username = 'grace') {
  return vi.waitUntil(
    async () => {
      const status = await rig.call(`/content/users/${username}/items/${id}/status`, { jobId }, username);
      return status['status'] !== 'processing' && status;
    },
    { interval: 50, timeout: 100_000 },
  );
}

/** The result of the server, by its rows in order. */
async function onServer(wanted: Wanted) {
  const job = await rig.call('/content/users/grace/analysis', send(wanted));
  expect(job).toMatchObject({ success: true });
  expect(await ended(job['serviceItemId'], job['jobId'])).toMatchObject({ status: 'completed' });
  const source = await rig.call(`/content/users/grace/items/${items[wanted.input]}/status`);
  expect(source).toEqual({ status: 'completed', statusMessage: 'completed', itemId: items[wanted.input] });
  const query = new URLSearchParams({ f: 'json', where: '1=1', outFields: '*', token: rig.grace.token });
  const { features } = await (await fetch(`${job['serviceurl']}/0/query?${query}`)).json();
  return {
    item: await getItem(job['serviceItemId'], { authentication: rig.grace }),
    features: features as { geometry: any; attributes: Record<string, any> }[],
  };
}

async function inBrowser({ tool, input, other, parts }: Wanted, only = (_n: number) => true) {
  serveProjectionEngine();
  const { runTask } = await import('../../analysis/run-task.ts');
  const chosen = {
    ...reference[input],
    features: reference[input].features.filter(({ attributes }) => only(Number(attributes['n']))),
  };
  const task = {
    recipe: { tool, ...parts },
    input: packed(chosen),
    other: other && packed(reference[other]),
    wkid: 102_100,
  };
  return unpacked((await runTask(task, () => {})).layer);
}

/** Distances are computed by the same code; the database stores them as they are. */
const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toFixed(6)) : value);

/** Coordinates in an order that does not depend on where a ring begins. */
const numbers = (geometry: object) =>
  JSON.stringify(Object.values(geometry).filter((part) => typeof part !== 'string'))
    .match(/-?\d+\.?\d*(e-?\d+)?/g)!
    .map(Number)
    .sort((a, b) => a - b);

describe('an analysis of hosted layers', () => {
  const tools: Wanted[] = [
    { tool: 'intersect', input: 'areas', other: 'areas' },
    { tool: 'dissolve', input: 'areas', parts: { field: 'kind' } },
    { tool: 'aggregate', input: 'points', other: 'areas', parts: { field: 'n' } },
    { tool: 'buffer', input: 'points', parts: { metres: 25 } },
    { tool: 'nearest', input: 'points', other: 'areas' },
  ];

  test.each(sample(tools, 2))('has the result of a browser: $tool', async (wanted) => {
    const { item, features } = await onServer(wanted);
    const expected = await inBrowser(wanted);
    expect(features).toHaveLength(expected.features.length);
    for (const [index, { attributes, geometry }] of expected.features.entries()) {
      const own = features[index]!;
      const values = Object.keys(attributes).map((name) => rounded(own.attributes[name]));
      expect(values).toEqual(Object.values(attributes).map(rounded));
      const { spatialReference: _none, ...given } = own.geometry;
      const [found, sought] = [numbers(given), numbers(geometry)];
      // The stored ring may begin elsewhere, so its first vertex is repeated instead.
      expect(Math.abs(found[0]! - sought[0]!)).toBeLessThan(1e-6);
      expect(Math.abs(found.at(-1)! - sought.at(-1)!)).toBeLessThan(1e-6);
      expect(found).toHaveLength(sought.length);
    }
    expect(item).toMatchObject({
      owner: 'grace',
      type: 'Feature Service',
      title: `Result: ${wanted.tool}`,
      access: 'private',
      properties: { mappingRecipe: { tool: wanted.tool, input: urls[wanted.input] } },
    });
  });

  test('uses a condition and chosen features', async () => {
    const wanted = { tool: 'centroids', input: 'areas' } as const;
    const filtered = await onServer({ ...wanted, where: 'n < 10' });
    expect(filtered.features).toHaveLength((await inBrowser(wanted, (n) => n < 10)).features.length);
    const chosen = await onServer({ ...wanted, objectIds: [3, 5] });
    expect(chosen.features.map(({ attributes }) => attributes['n'])).toEqual([2, 4]);
    // As in a browser, a day is a text of the result.
    expect(chosen.features.map(({ attributes }) => attributes['day'])).toEqual(['2026-05-01', '2026-05-01']);
    expect(chosen.item.properties).toMatchObject({ mappingRecipe: { onlySelected: true } });
  });
});

async function refused(change: Record<string, string>, username = 'grace') {
  const parameters = { ...send({ tool: 'buffer', input: 'points', parts: { metres: 10 } }), ...change };
  const { error } = await rig.call(`/content/users/${username}/analysis`, parameters, username);
  return `${error.code} ${error.message} ${(error.details ?? []).join(' ')}`;
}

describe('an analysis is refused', () => {
  test('without the privilege to publish', async () => {
    expect(await refused({}, 'linus')).toMatch(/^403/);
    expect(await refused({}, '')).toMatch(/^499|^403|^404/);
  });

  test('of a layer that is hidden from the caller', async () => {
    expect(await refused({}, 'mary')).toMatch(/^400 .*(does not exist|inaccessible)/);
  });

  test.each([
    [
      'another server',
      { input: JSON.stringify({ url: 'https://example.org/FeatureServer/0' }) },
      /hosts for/,
    ],
    ['no layer', { input: '{}' }, /FeatureServer\/0/],
    ['an unknown tool', { recipe: '{"tool":"format"}' }, /Specify a tool/],
    ['a distance below nothing', { recipe: '{"tool":"buffer","metres":-1}' }, /Specify a tool/],
    ['points that are dissolved', { recipe: '{"tool":"dissolve"}' }, /does not suit/],
    ['an unknown spatial reference', { wkid: '1' }, /not known/],
    ['no title', { title: ' ' }, /title/],
  ])('%s', async (_name, change, words) => expect(await refused(change)).toMatch(words));

  test('a service name that cannot be decoded', async () => {
    const url = urls.points.replace('Analysed_points', '%E0%A4%A');
    expect(await refused({ input: JSON.stringify({ url }) })).toMatch(/^400 .*hosts for/);
  });

  test('a condition that cannot be read', async () => {
    expect(await refused({ input: JSON.stringify({ url: urls.points, where: 'n <' }) })).toMatch(/^400/);
  });
});

test('an analysis without a result fails with the reason, and leaves no item', async () => {
  const job = await rig.call(
    '/content/users/grace/analysis',
    send({ tool: 'centroids', input: 'areas', where: 'n > 1000' }),
  );
  const status = await ended(job['serviceItemId'], job['jobId']);
  expect(status).toMatchObject({ status: 'failed', statusMessage: 'A layer has no features.' });
  expect(await rig.call(`/content/items/${job['serviceItemId']}`)).toHaveProperty('error');
});

test('analyses wait in turn, are cancelled, and each user has a limit', async () => {
  const within = await holdLayers(rig.databaseUrl, async () => {
    const jobs = await Promise.all(
      Array.from({ length: serverAnalyses.perUser + 4 }, () =>
        rig.call('/content/users/grace/analysis', send({ tool: 'hull', input: 'points' })),
      ),
    );
    const over = jobs.filter((job) => 'error' in job);
    expect(over.map((job) => job['error'].code)).toEqual([429, 429, 429, 429]);
    const accepted = jobs.filter((job) => !('error' in job));
    const { serviceItemId, jobId } = accepted.at(-1)!;
    await rig.call(`/content/users/grace/items/${serviceItemId}/cancel`, { jobId });
    return accepted;
  });
  const statuses = await Promise.all(within.map((job) => ended(job['serviceItemId'], job['jobId'])));
  expect(statuses.map(({ status }) => status)).toEqual([...within.slice(1).map(() => 'completed'), 'failed']);
  expect(await rig.call(`/content/items/${within.at(-1)!['serviceItemId']}`)).toHaveProperty('error');
});

test('a shared layer can be analysed by others, who own the result', async () => {
  await setItemAccess({ id: items.points, access: 'org', authentication: rig.grace });
  const job = await rig.call('/content/users/mary/analysis', send({ tool: 'hull', input: 'points' }), 'mary');
  const id: string = job['serviceItemId'];
  expect(await ended(id, job['jobId'], 'mary')).toMatchObject({ status: 'completed' });
  expect(await rig.call(`/content/items/${id}`, {}, 'mary')).toMatchObject({
    owner: 'mary',
    access: 'private',
  });
  expect(await rig.call(`/content/items/${id}`)).toHaveProperty('error');
});
