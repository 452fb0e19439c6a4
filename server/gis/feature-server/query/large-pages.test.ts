import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLayerCaller } from '../../../../testing/rig/layer-call.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import type { LayerCall } from '../context.ts';
import { query } from './query.ts';

/** Squares that are 490,000 bytes together. */
const squares = 5000;
const page = { where: '1=1', outFields: '*', resultType: 'tile' };

let rig: TestDatabase;
let ask: ReturnType<typeof createLayerCaller>;
beforeAll(async () => {
  rig = await createTestDatabase();
  const features = Array.from({ length: squares }, (_none, index) => {
    const [x, y] = [70 + (index % 100) / 100, 50 + Math.floor(index / 100) / 100];
    const ring = [
      [x, y],
      [x, y + 0.005],
      [x + 0.005, y + 0.005],
      [x + 0.005, y],
      [x, y],
    ];
    return { properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  const layer = { name: 'Squares', geometryType: 'esriGeometryPolygon' as const, fields: [], features };
  await createHostedLayer(
    { database: rig.database },
    { serviceName: 'Squares', capabilities: 'Query', layers: [layer] },
  );
  ask = createLayerCaller(rig.database, 'Squares');
});
afterAll(() => rig?.drop());

const onLoop = (call: LayerCall) => query({ ...call, context: { ...call.context, onLoop: true } });
const askOnLoop = (parameters: object) => ask(0, onLoop, { ...page, ...parameters });

/** Asks several pages, which begin together once the layer of each is found. */
function askTogether(...pages: object[]) {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let waiting = 0;
  const together = async (call: LayerCall) => {
    waiting += 1;
    if (waiting === pages.length) begin();
    await begun;
    return onLoop(call);
  };
  return Promise.allSettled(pages.map((parameters) => ask(0, together, { ...page, ...parameters })));
}

test('the event loop answers one large page at a time, and leaves others to threads', async () => {
  const answers = await askTogether({}, {}, {});
  const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toEqual([expect.any(TooHeavy), expect.any(TooHeavy)]);
  expect(refused.map(({ work }) => work)).toEqual(['pages', 'pages']);
  const { json } = await askOnLoop({});
  expect(json.features).toHaveLength(squares);
});

test('small pages are answered meanwhile', async () => {
  const answers = await askTogether({}, { resultRecordCount: 10 }, { resultRecordCount: 900 });
  const numbers = answers.map((answer) =>
    answer.status === 'fulfilled' ? answer.value.json.features.length : answer.reason,
  );
  expect(numbers).toEqual([squares, 10, 900]);
});

test('a page that failed makes room for the next', async () => {
  await expect(askOnLoop({ orderByFields: 'nothing' })).rejects.toThrow(/parameter|query/i);
  const { json } = await askOnLoop({});
  expect(json.features).toHaveLength(squares);
});
