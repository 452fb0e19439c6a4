import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layerTurnLimits } from '../../server/limits.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import type { Budgets } from '../../server/platform/budgets/budgets.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * The database lets one edit at a time write to a layer. Others that wait for the layer must not hold the places that edits of
 * other layers need. Nothing is measured: the test holds the lock of a layer.
 */
let server: TestServer;
let budgets: Budgets;
let ada: string;

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would.
  server = await startTestServer({
    trustProxy: 'loopback',
    prepare: async (portal) => {
      ({ budgets } = portal);
    },
  });
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_publisher' });
  ada = await portal.token('ada');
  const details = { title: 'Reports', type: 'Feature Service', access: 'public' } as const;
  const itemId = await addItem(portal.context, 'ada', details);
  const layer = (name: string) => ({
    name,
    geometryType: 'esriGeometryPoint' as const,
    fields: [{ name: 'kind', type: 'esriFieldTypeString' as const }],
    features: [{ properties: {}, geometry: { type: 'Point' as const, coordinates: [71, 51] } }],
  });
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Reports',
      itemId,
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [layer('Busy'), layer('Quiet')],
    },
  );
  await sql`update hosted_layer set definition = jsonb_set(definition, '{visitors}', '{"mayRead": true, "mayAdd": true}')`.execute(
    server.database,
  );
});
afterAll(() => server.stop());

async function send(path: string, values: Record<string, string>, caller = 1) {
  const response = await fetch(`${server.url}/server/rest/services/Reports/FeatureServer${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `192.0.2.${caller}` },
    body: new URLSearchParams({ f: 'json', ...values }),
  });
  return (await response.json()) as { error?: { code: number } };
}

const feature = { attributes: { kind: 'pothole' }, geometry: { x: 1, y: 1 } };
const report = (layer: number, caller: number) =>
  send(`/${layer}/addFeatures`, { features: JSON.stringify([feature]) }, caller);
const calculate = () =>
  send('/0/calculate', {
    token: ada,
    where: '1=1',
    calcExpression: JSON.stringify([{ field: 'kind', value: 'tree' }]),
  });
const editBoth = (ids: readonly number[]) =>
  send('/applyEdits', { token: ada, edits: JSON.stringify(ids.map((id) => ({ id, adds: [feature] }))) });

/** Runs `during` while no edit of the first layer can go on, and returns what it sent. */
async function whileBusy(during: () => Promise<Promise<{ error?: unknown }>[]>) {
  const ended = Symbol('ended');
  let sent: Promise<{ error?: unknown }>[] = [];
  const holding = server.database.transaction().execute(async (transaction) => {
    await sql`select 1 from hosted_layer where name = 'Busy' for update`.execute(transaction);
    sent = await during();
    throw ended;
  });
  await expect(holding).rejects.toBe(ended);
  return Promise.all(sent);
}

test('edits that wait for a layer hold one place of their class, and others are stored meanwhile', async () => {
  const answers = await whileBusy(async () => {
    const sent = [calculate(), calculate(), editBoth([0]), report(0, 2), report(0, 3), report(0, 4)];
    await expect.poll(() => budgets.edits.count()).toEqual({ used: 1, queued: 0, refused: 0 });
    const others = [report(1, 5), report(1, 6), editBoth([1]), report(1, 2)];
    for (const answer of await Promise.all(others)) expect(answer).not.toHaveProperty('error');
    expect(budgets.edits.count()).toEqual({ used: 1, queued: 0, refused: 0 });
    return sent;
  });
  for (const answer of answers) expect(answer).not.toHaveProperty('error');
});

test('edits of several layers in any order wait for each other, and all are stored', async () => {
  const answers = await whileBusy(async () =>
    [[0, 1], [1, 0], [1], [0, 1], [1, 0]].map((ids) => editBoth(ids)),
  );
  for (const answer of answers) expect(answer).not.toHaveProperty('error');
});

test('one caller waits for layers with a limited number of edits, and leaves room to others', async () => {
  const many = layerTurnLimits.inAllPerCaller + 3;
  const answers = await whileBusy(async () => {
    const sent = Array.from({ length: many }, calculate);
    const refused = await Promise.race(sent);
    expect(refused).toMatchObject({ error: { code: 503 } });
    return [...sent, report(0, 9)];
  });
  expect(answers.at(-1)).not.toHaveProperty('error');
  expect(answers.filter((answer) => !('error' in answer)).length).toBeGreaterThanOrEqual(
    layerTurnLimits.inAllPerCaller,
  );
});
