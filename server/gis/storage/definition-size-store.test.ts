import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { limits } from '../../limits.ts';
import type { HostedService } from '../layer/layer.ts';
import { createHostedLayer } from './create-hosted-layer.ts';
import { changeService, saveLayer } from './schema-store.ts';
import { findService } from './service-store.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

const layerOf = (name: string, description = '') => ({
  name,
  description,
  geometryType: 'esriGeometryPoint' as const,
  fields: [],
  features: [],
});
const create = (serviceName: string, layers: ReturnType<typeof layerOf>[]) =>
  createHostedLayer({ database: rig.database }, { serviceName, capabilities: 'Query', layers });
const large = 'x'.repeat(limits.layerDefinitionBytes);

test('a service with a layer whose definition is too large is not created', async () => {
  await expect(create('Large', [layerOf('Trees', large)])).rejects.toThrow(
    'the layer Trees has more than 1 MB',
  );
  expect(await findService(rig.database, 'Large', 'root')).toBeUndefined();
});

test('nor one whose layers have too large definitions together', async () => {
  const layers = ['a', 'b', 'c'].map((name) => layerOf(name, large.slice(10_000)));
  await expect(create('Large', layers)).rejects.toThrow('the layers of the service have more than 2 MB');
});

test('nor one whose layers have too many indexes together', async () => {
  const half = limits.serviceIndexes / 2;
  const indexes = (count: number) =>
    Array.from({ length: count }, (_none, index) => ({
      name: `Index ${index}`,
      fields: ['OBJECTID'],
      isUnique: false,
      description: '',
    }));
  const layers = [half, half + 1].map((count) => ({ ...layerOf(`With ${count}`), indexes: indexes(count) }));
  await expect(create('Indexed', layers)).rejects.toThrow(`at most ${limits.serviceIndexes} indexes in all`);
});

test('a layer gets no index that is one too many of its service', async () => {
  await create('Indexing', [layerOf('Trees')]);
  const { service } = (await findService(rig.database, 'Indexing', 'root')) as { service: HostedService };
  const index = { name: 'Index', fields: ['OBJECTID'], isUnique: false, description: '', storedName: 'none' };
  const save = (count: number) =>
    changeService(rig.database, service, async ({ transaction, layers: [layer] }) =>
      saveLayer(transaction, { ...layer!, indexes: Array.from({ length: count }, () => index) }, 1),
    );
  await save(limits.serviceIndexes);
  await expect(save(limits.serviceIndexes + 1)).rejects.toMatchObject({ id: 'services:invalid-service' });
});

test('a layer does not become too large, and nothing of the change is kept', async () => {
  await create('Small', [layerOf('Trees', 'Of the town')]);
  const { service } = (await findService(rig.database, 'Small', 'root')) as { service: HostedService };
  const changing = changeService(rig.database, service, async ({ transaction, layers: [layer] }) =>
    saveLayer(transaction, { ...layer!, description: large }, 1),
  );
  await expect(changing).rejects.toMatchObject({ status: 400 });
  const saved = await findService(rig.database, 'Small', 'root');
  expect(saved?.layers[0]?.description).toBe('Of the town');
});
