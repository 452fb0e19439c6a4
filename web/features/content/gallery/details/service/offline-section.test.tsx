import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import type { HostedService } from '../../../../../portal/hosted-service.ts';
import { OfflineSection } from './offline-section.tsx';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://portal.example/server/rest/services/Trees/FeatureServer';
const copy = {
  replicaID: 'f1e2',
  replicaName: 'Phone',
  replicaOwner: 'linus',
  lastSyncDate: new Date(2026, 3, 2, 12).getTime(),
};
const service: HostedService = {
  capabilities: 'Query',
  syncEnabled: false,
  layers: [{ id: 0, name: 'Trees' }],
  tables: [{ id: 1, name: 'Visits' }],
};

async function open(parts: Partial<HostedService>, more: Parameters<typeof fakeFetch>[0] = {}) {
  const log = fakeFetch({ '/FeatureServer/replicas': () => [], ...more });
  const shown = show(<OfflineSection item={webMap({})} url={url} service={{ ...service, ...parts }} />, {
    context: await fakeContext({ signedIn: true }),
  });
  return { ...shown, log };
}

describe('offline use of a hosted layer', () => {
  it('turns on the histories that are off, then offline use', async () => {
    const archived = { archivingInfo: { supportsQueryHistory: true }, fields: [] };
    const { screen, person, log } = await open(
      {},
      {
        '/rest/admin/services/Trees/FeatureServer/0': { id: 0, ...archived, isDataArchived: true },
        '/rest/admin/services/Trees/FeatureServer/1': { id: 1, ...archived, isDataArchived: false },
        '/updateDefinition': { success: true },
      },
    );
    await person.click(screen.getByRole('switch'));
    const sent = await vi.waitFor(() => {
      const found = log.filter(({ path }) => path.endsWith('/updateDefinition'));
      expect(found).toHaveLength(2);
      return found.map(({ path, params }) => [path.split('/FeatureServer')[1], params['updateDefinition']]);
    });
    expect(sent).toEqual([
      ['/1/updateDefinition', '{"isDataArchived":true}'],
      ['/updateDefinition', '{"syncEnabled":true}'],
    ]);
  });

  it('lists the copies and asks before one is unregistered', async () => {
    const { screen, person, log } = await open(
      { capabilities: 'Query,Sync', syncEnabled: true },
      { '/FeatureServer/replicas': () => [copy], '/unRegisterReplica': { success: true } },
    );
    expect((await screen.findByRole('listitem')).textContent).toContain('Phone');
    expect(screen.getByRole('listitem').textContent).toContain('linus, synchronized');
    await person.click(screen.getByRole('button', { name: 'Unregister Phone of linus' }));
    expect(log.some(({ path }) => path.endsWith('/unRegisterReplica'))).toBe(false);
    await person.click(screen.getByRole('button', { name: 'Unregister' }));
    await vi.waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/unRegisterReplica'))?.params).toMatchObject({
        replicaID: 'f1e2',
      }),
    );
  });

  it('is not offered for views and on servers without it', async () => {
    const { container } = await open({ isView: true });
    expect(container.textContent).toBe('');
    const { syncEnabled: _unknown, ...other } = service;
    const shown = show(<OfflineSection item={webMap({})} url={url} service={other} />, {
      context: await fakeContext({ signedIn: true }),
    });
    expect(shown.container.textContent).toBe('');
  });
});
