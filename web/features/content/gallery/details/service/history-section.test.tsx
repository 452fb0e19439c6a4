import { fireEvent, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { fakeFetch, type LoggedRequest } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import type { HostedLayer } from '../../../../../portal/hosted-service.ts';
import { HistorySection } from './history-section.tsx';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://portal.example/server/rest/services/Trees/FeatureServer';
const startArchivingMoment = new Date(2026, 3, 1, 12).getTime();
const changedAt = new Date(2026, 3, 2, 12).getTime();
const change = (objectId: number, parts: object) => ({
  objectId,
  moment: changedAt,
  editor: 'grace',
  change: 'changed',
  fields: [],
  geometryChanged: false,
  ...parts,
});
const changes = [
  change(1, { fields: [{ name: 'kind', from: 'oak', to: 'yew' }], geometryChanged: true }),
  change(2, { change: 'deleted', editor: null }),
];

async function open(parts: Partial<HostedLayer>, more: Parameters<typeof fakeFetch>[0] = {}, owned = true) {
  const log = fakeFetch({
    '/0/queryHistory': ({ params }: LoggedRequest) =>
      params['returnEditors'] ? { editors: ['grace', 'linus'] } : { changes },
    ...more,
  });
  const kind = { name: 'kind', alias: 'Kind', type: 'esriFieldTypeString' };
  const layer: HostedLayer = {
    id: 0,
    name: 'Trees',
    fields: [kind],
    archivingInfo: { supportsQueryHistory: false },
    ...parts,
  };
  const shown = show(
    <HistorySection item={webMap({})} url={url} layer={layer} owned={owned} isView={false} />,
    { context: await fakeContext({ signedIn: true }) },
  );
  return { ...shown, log };
}

const archived = (rights: object): Partial<HostedLayer> => ({
  isDataArchived: true,
  archivingInfo: { startArchivingMoment, ...rights },
});
const all = { supportsQueryHistory: true, supportsRestore: true };

describe('the history of a layer', () => {
  it('shows readers nothing', async () => {
    const { container } = await open({}, {}, false);
    expect(container.textContent).toBe('');
  });

  it('has no settings on other servers, which have their own', async () => {
    const { container } = await open({ archivingInfo: { startArchivingMoment: -1 } });
    expect(container.textContent).toBe('');
  });

  it('is turned on by the owner', async () => {
    const { screen, person, log } = await open({}, { '/0/updateDefinition': { success: true } });
    await person.click(screen.getByRole('switch', { name: 'Store former versions of features' }));
    const sent = await vi.waitFor(() => {
      const found = log.find(({ path }) => path.endsWith('/updateDefinition'));
      expect(found).toBeDefined();
      return found;
    });
    expect(JSON.parse(sent?.params['updateDefinition'] ?? '')).toEqual({ isDataArchived: true });
  });

  it('is deleted only after a question', async () => {
    const { screen, person, log } = await open(archived(all), { '/0/updateDefinition': { success: true } });
    await person.click(screen.getByRole('switch', { name: 'Store former versions of features' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the history?' });
    expect(log.filter(({ path }) => path.endsWith('/updateDefinition'))).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'Delete history' }));
    await vi.waitFor(() =>
      expect(log.filter(({ path }) => path.endsWith('/updateDefinition'))).toHaveLength(1),
    );
  });

  it('lists who changed what from what to what, by person', async () => {
    const { screen, person, log } = await open(archived({ supportsQueryHistory: true }), {}, false);
    const row = (await screen.findByText('Feature 1 changed')).closest('li');
    expect(row?.textContent).toMatch(/grace.*Kind: oak yew.*Moved or reshaped/);
    expect(screen.getByText('Feature 2 deleted').closest('li')?.textContent).toContain('Unknown');
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    await person.click(screen.getByRole('combobox', { name: 'Person' }));
    await person.click(await screen.findByRole('option', { name: 'linus' }));
    await vi.waitFor(() => expect(log.some(({ params }) => params['editor'] === 'linus')).toBe(true));
  });

  it('counts before the layer is put back, and undoes it', async () => {
    const counts = { added: 1, updated: 2, deleted: 3 };
    const { screen, person, log } = await open(archived(all), {
      '/0/restore': ({ params }: LoggedRequest) =>
        params['dryRun'] ? counts : { ...counts, success: true, editMoment: 5000 },
    });
    await screen.findByText('Feature 1 changed');
    await person.click(screen.getByRole('button', { name: 'Restore the layer…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore Trees' });
    const restore = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Restore' });
    expect(restore.disabled).toBe(true);
    const field = within(dialog).getByLabelText('Date and time');
    fireEvent.change(field, { target: { value: '2026-03-31T12:00:00' } });
    expect(restore.disabled).toBe(true);
    fireEvent.change(field, { target: { value: '2026-04-01T13:00:00' } });
    await within(dialog).findByText(/come back: 1\. .*former values: 2\. .*deleted: 3\./);
    await person.click(restore);
    await person.click(await within(dialog).findByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = log.filter(({ path, params }) => path.endsWith('/restore') && !params['dryRun']);
    expect(sent.map(({ params }) => Number(params['moment']))).toEqual([
      new Date(2026, 3, 1, 13).getTime(),
      4999,
    ]);
  });
});
