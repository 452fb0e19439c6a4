import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCity } from '../rig/city-service.ts';
import { runs } from '../rig/long.ts';
import '../rig/property-seed.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { hostileTexts } from '../rig/where-clauses.ts';

/** Malicious requests: each gets a result or a 400 with a reason, and the data are unchanged. */

let server: TestServer;
let url: string;
/** Of a member who may edit the city: requests of visitors are refused before they are read. */
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  token = await portal.token('ada');
  url = `${server.url}/server/rest/services/City/FeatureServer`;
});
afterAll(() => server.stop());

/** The fault of a response, as text; undefined for one that a client can handle. */
async function ask(
  path: string,
  parameters: Record<string, string>,
  method: 'GET' | 'POST',
): Promise<string | undefined> {
  const form = new URLSearchParams({ f: 'json', ...parameters });
  const response =
    method === 'POST'
      ? await fetch(`${url}${path}`, { method: 'POST', body: form })
      : await fetch(`${url}${path}?${form}`);
  const text = await response.text();
  if (response.status >= 500) return `${response.status}: ${text.slice(0, 200)}`;
  if (!text.startsWith('{')) return undefined;
  const { error } = JSON.parse(text) as { error?: { code: number; message: string; details: string[] } };
  if (!error) return undefined;
  if (error.code >= 500) return `${error.code}: ${text.slice(0, 200)}`;
  // Messages of PostgreSQL; our own responses quote the request and nothing else.
  const leak = /at or near|relation "|does not exist|permission denied|s[0-9]+_l[0-9]+/i;
  return leak.test(text) ? `reveals too much: ${text}` : undefined;
}

/** The same queries before and after. */
async function fingerprint(): Promise<unknown> {
  const answers = await Promise.all(
    [0, 1, 2, 3].map(async (layer) =>
      (await fetch(`${url}/${layer}/query?f=json&where=1%3D1&outFields=*&resultRecordCount=2000`)).text(),
    ),
  );
  return answers;
}

async function inParallel<Case>(cases: readonly Case[], run: (one: Case) => Promise<void>): Promise<void> {
  const waiting = [...cases];
  const work = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await run(one);
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

const attacks = [
  "'; DROP TABLE hosted_layer; --",
  '1=1; DELETE FROM hosted_layer',
  '1=1 UNION SELECT 1,2,3 FROM pg_user',
  'name = (SELECT rolpassword FROM pg_authid LIMIT 1)',
  'pg_sleep(30) IS NULL',
  "name = current_setting('data_directory')",
  "1=1 OR pg_read_file('/etc/passwd') IS NOT NULL",
  'OBJECTID = 1 /* */ OR 1=1',
  'OBJECTID::text = 1',
  '$1 = $1',
  "name = E'\\\\x27'",
  'name = "name" || chr(0)',
  "name = '\u0000'",
  'lo_import(1) > 0',
  '('.repeat(5000),
  `${'NOT '.repeat(3000)}1=1`,
  `1=1 ${'AND 1=1 '.repeat(3000)}`,
  `name IN (${"'a',".repeat(20_000)}'b')`,
  "name LIKE '%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%a'",
  'OBJECTID / 0 = 1',
  'SQRT(0 - OBJECTID) > 1',
  'POWER(OBJECTID, 9999) > 1',
  '9'.repeat(5000) + ' > 1',
  "opened > TIMESTAMP '9999999-01-01 00:00:00'",
  "opened > CURRENT_TIMESTAMP - INTERVAL '999999999999999' DAY",
  '🙂 = 1',
  'ORDER BY 1',
  'box IS NOT NULL',
  'shape IS NOT NULL',
];

describe('attacks', () => {
  test.each([
    'where',
    'orderByFields',
    'outFields',
    'groupByFieldsForStatistics',
    'having',
    'objectIds',
    'time',
    'geometry',
    'outSR',
  ])('in %s change nothing and reveal nothing', async (parameter) => {
    const before = await fingerprint();
    const faults: unknown[] = [];
    await inParallel(attacks, async (attack) => {
      const statistics: Record<string, string> =
        parameter === 'having' || parameter.startsWith('group')
          ? {
              outStatistics: JSON.stringify([
                { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' },
              ]),
              groupByFieldsForStatistics: 'kind',
            }
          : {};
      const fault = await ask('/2/query', { ...statistics, [parameter]: attack }, 'POST');
      if (fault) faults.push([attack.slice(0, 60), fault]);
    });
    expect(faults).toEqual([]);
    expect(await fingerprint()).toEqual(before);
  });

  test('in statistics: names, types and fields', async () => {
    const faults: unknown[] = [];
    await inParallel(attacks, async (attack) => {
      for (const broken of [
        { statisticType: attack, onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' },
        { statisticType: 'count', onStatisticField: attack, outStatisticFieldName: 'n' },
        { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: attack },
      ]) {
        const fault = await ask('/2/query', { outStatistics: JSON.stringify([broken]) }, 'POST');
        if (fault) faults.push([attack.slice(0, 60), fault]);
      }
    });
    expect(faults).toEqual([]);
  });

  test('in addresses', async () => {
    const before = await fingerprint();
    const faults: unknown[] = [];
    for (const attack of attacks.map(encodeURIComponent)) {
      for (const path of [`/${attack}/query`, `/0/${attack}`, `/../${attack}`]) {
        const fault = await ask(path, {}, 'GET').catch(() => undefined);
        if (fault) faults.push([path.slice(0, 60), fault]);
      }
    }
    expect(faults).toEqual([]);
    expect(await fingerprint()).toEqual(before);
  });
});

describe('random input', () => {
  test('in where clauses', async () => {
    const faults: unknown[] = [];
    await inParallel(fc.sample(hostileTexts, runs(400, 1000)), async (text) => {
      const fault = await ask('/2/query', { where: text, returnCountOnly: 'true' }, 'POST');
      if (fault) faults.push([text, fault]);
    });
    expect(faults).toEqual([]);
  });

  test('in requests of random parameters', async () => {
    const json = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc.constantFrom(
        '{"rings":[[[0,0],[1,1]]]}',
        '{"rings":[[[0,0],[1,1],[null,2],[0,0]]]}',
        '{"xmin":"NaN","ymin":0,"xmax":1,"ymax":1}',
        '{"xmin":1e308,"ymin":-1e308,"xmax":-1e308,"ymax":1e308}',
        '{"points":[]}',
        '{"paths":[[]],"spatialReference":{"wkid":999999}}',
        '{"x":1,"y":2,"spatialReference":{"wkt":"nonsense"}}',
        '{"extent":{},"tolerance":-1}',
        '{"extent":{"xmin":0,"ymin":0,"xmax":1,"ymax":1},"tolerance":1e-300}',
      ),
      fc.string(),
    );
    const names = [
      'where',
      'geometry',
      'quantizationParameters',
      'outStatistics',
      'time',
      'outFields',
      'orderByFields',
    ] as const;
    const request = fc.record(
      {
        ...(Object.fromEntries(names.map((name) => [name, json])) as Record<
          (typeof names)[number],
          typeof json
        >),
        geometryType: fc.constantFrom(
          'esriGeometryPoint',
          'esriGeometryPolygon',
          'esriGeometryEnvelope',
          'nonsense',
        ),
        spatialRel: fc.constantFrom(
          'esriSpatialRelWithin',
          'esriSpatialRelCrosses',
          'esriSpatialRelNonsense',
        ),
        f: fc.constantFrom('json', 'pbf', 'geojson', 'pjson', 'kmz'),
        inSR: fc.constantFrom('4326', '102100', '-1', '{"wkid":0}', '2154'),
        outSR: fc.constantFrom('4326', '102100', 'NaN', '32642'),
        resultOffset: fc.constantFrom('0', '-1', '9007199254740993', '1e9'),
        resultRecordCount: fc.constantFrom('0', '5', '-1', '1e99'),
        distance: fc.constantFrom('1', '-1', '1e300', 'x'),
        maxAllowableOffset: fc.constantFrom('0', '1e9', '-1', 'NaN'),
        geometryPrecision: fc.constantFrom('0', '3', '99', 'x'),
        returnCountOnly: fc.constantFrom('true', 'false', '1'),
        returnDistinctValues: fc.constantFrom('true', 'false'),
      },
      { requiredKeys: [] },
    );
    const faults: unknown[] = [];
    await inParallel(fc.sample(request, runs(250, 600)), async (parameters) => {
      const fault = await ask(
        `/${Math.abs(JSON.stringify(parameters).length) % 4}/query`,
        parameters,
        'POST',
      );
      if (fault) faults.push([parameters, fault]);
    });
    expect(faults).toEqual([]);
  });

  test.each([
    ['/2/applyEdits', 'deletes', '[{"toString":true}]'],
    ['/2/deleteFeatures', 'objectIds', '[{"toString":null,"valueOf":1}]'],
    ['/2/query', 'outFields', '[{"toString":true}]'],
    ['/applyEdits', 'edits', '[{"id":{"toString":true}}]'],
    ['/append', 'layers', '[{"toString":true}]'],
    ['/append', 'layerMappings', '[{"id":{"toString":true}}]'],
    ['/2/applyEdits', 'attachments', '{"deletes":[{"toString":true}]}'],
  ])('in %s with an object in %s that has no toString of its own', async (path, name, value) => {
    expect(await ask(path, { [name]: value, token }, 'POST')).toBeUndefined();
  });

  const edits = (text: string) =>
    [
      ['/2/applyEdits', { adds: text, updates: text, deletes: text }],
      ['/applyEdits', { edits: text }],
      ['/2/addFeatures', { features: text }],
      ['/2/updateFeatures', { features: text }],
      ['/2/calculate', { where: '1=0', calcExpression: text }],
      ['/2/deleteFeatures', { objectIds: text, where: text }],
    ] as const;

  test('in malformed edits of a visitor', async () => {
    const before = await fingerprint();
    const faults: unknown[] = [];
    await inParallel(fc.sample(fc.json({ maxDepth: 4 }), 50), async (text) => {
      for (const [path, parameters] of edits(text)) {
        const fault = await ask(path, parameters, 'POST');
        if (fault) faults.push([path, text, fault]);
      }
    });
    expect(faults).toEqual([]);
    expect(await fingerprint()).toEqual(before);
  });

  test('in malformed edits of a member', async () => {
    const faults: unknown[] = [];
    await inParallel(fc.sample(fc.json({ maxDepth: 4 }), runs(80, 200)), async (text) => {
      for (const [path, parameters] of edits(text)) {
        const fault = await ask(path, { ...parameters, token }, 'POST');
        if (fault) faults.push([path, text, fault]);
      }
    });
    expect(faults).toEqual([]);
  });
});
