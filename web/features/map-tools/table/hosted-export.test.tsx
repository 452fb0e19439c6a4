import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { createStore } from '../../../store.ts';
import type { FeatureTable } from '../../../map/table/feature-table.ts';
import { saveFile } from '../../../ui/browser.ts';
import { TableActions } from './table-actions.tsx';

vi.mock('../../../ui/browser.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }));
afterEach(() => vi.unstubAllGlobals());

it('exports the selected rows of a hosted layer in a format of the portal', async () => {
  const log = fakeFetch({
    '/export': { exportItemId: 'e1', jobId: 'j1', serviceItemId: 'm1' },
    '/items/e1/status': { status: 'completed' },
    '/content/items/e1': webMap({ id: 'e1', name: 'Stops.xlsx' }),
    '/items/e1/data': { file: true },
  });
  const context = await fakeContext({ signedIn: true });
  const url = `${new URL(context.connection.restUrl).origin}/server/rest/services/City/FeatureServer`;
  const hosted = { url, itemId: 'm1', layer: 2, idField: 'OBJECTID' };
  const { model } = fakeMapModel({ layers: [fakeLayer({ hosted, filter: 'kind = 2' })] });
  const table = {
    selected: createStore(2),
    selectedIds: () => [3, 5],
    onlySelected: () => {},
    calculable: { fields: [], languages: [] },
  } as unknown as FeatureTable;
  const { person } = show(
    <MapModelContext value={model}>
      <TableActions table={table} layerId="stops" selected={2} finding={false} onFind={() => {}} />
    </MapModelContext>,
    { context },
  );
  await person.click(screen.getByRole('button', { name: 'Only selected rows' }));
  await person.click(screen.getByRole('button', { name: 'Export' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toContain('Shapefile');
  await person.click(screen.getByRole('menuitem', { name: 'Excel' }));
  await screen.findByText('File downloaded. It’s also in your content.');
  expect(log.find(({ path }) => path.endsWith('/export'))?.params).toMatchObject({
    exportFormat: 'Excel',
    exportParameters: '{"layers":[{"id":2,"where":"(kind = 2) AND (OBJECTID IN (3,5))"}]}',
  });
  await waitFor(() => expect(vi.mocked(saveFile).mock.lastCall?.[0]).toMatchObject({ name: 'Stops.xlsx' }));
});
