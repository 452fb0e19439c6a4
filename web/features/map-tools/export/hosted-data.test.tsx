import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { saveFile } from '../../../ui/browser.ts';
import { ExportPanel } from './export-panel.tsx';

vi.mock('../../../map/bookmarks/bookmarks.ts', () => ({ bookmarksOf: () => [] }));
vi.mock('../../../ui/browser.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(saveFile).mockReset();
});

const answers = {
  '/export': { exportItemId: 'e1', jobId: 'j1', serviceItemId: 'm1' },
  '/items/e1/status': [
    { status: 'processing', progress: { stage: 'writing', share: 0.5, featureCount: 1200 } },
    { status: 'completed' },
  ],
  '/content/items/e1': webMap({ id: 'e1', name: 'Stops.gpkg' }),
  '/items/e1/data': { file: true },
  '/items/e1/cancel': { success: true },
};

/** The page “Layer data” of a map whose layer is hosted by the portal, or by another server. */
async function rig({ signedIn = true, origin = '' } = {}) {
  const log = fakeFetch(answers);
  const context = await fakeContext({ signedIn });
  const url = `${origin || new URL(context.connection.restUrl).origin}/server/rest/services/City/FeatureServer`;
  const hosted = { url, itemId: 'm1', layer: 2, idField: 'OBJECTID' };
  const { model } = fakeMapModel({ layers: [fakeLayer({ hosted, filter: 'kind = 2' })] });
  const view = show(
    <MapModelContext value={model}>
      <ExportPanel />
    </MapModelContext>,
    { context },
  );
  await view.person.click(screen.getByRole('tab', { name: 'Layer data' }));
  await view.person.click(screen.getByRole('combobox', { name: 'Format' }));
  const formats = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  return { ...view, log, formats };
}

const start = () => screen.getByRole('button', { name: 'Export features' });

it('is written by the portal in its other formats, with the features that the filter shows', async () => {
  const { person, log, formats } = await rig();
  expect(formats()).toEqual(['CSV', 'GeoJSON', 'Excel', 'GeoPackage', 'KML', 'Shapefile']);
  await person.click(screen.getByRole('option', { name: 'GeoPackage' }));
  await person.click(start());
  await screen.findByText('Features: 1,200');
  await screen.findByText('File downloaded. It’s also in your content.');
  expect(log.find(({ path }) => path.endsWith('/export'))?.params).toMatchObject({
    itemId: 'm1',
    title: 'Stops',
    exportFormat: 'GeoPackage',
    exportParameters: '{"layers":[{"id":2,"where":"(kind = 2)"}]}',
  });
  expect(vi.mocked(saveFile).mock.lastCall?.[0]).toMatchObject({ name: 'Stops.gpkg' });
});

it('is cancelled at the portal, too', async () => {
  const { person, log } = await rig();
  await person.click(screen.getByRole('option', { name: 'Shapefile' }));
  await person.click(start());
  await screen.findByText('Features: 1,200');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(log.some(({ path }) => path.endsWith('/items/e1/cancel'))).toBe(true));
  expect(start()).toBeDefined();
  expect(saveFile).not.toHaveBeenCalled();
});

it.each([
  ['visitors', { signedIn: false }],
  ['layers of another server', { origin: 'https://other.example' }],
])('has the formats of the browser only for %s', async (_who, parts) => {
  const { formats } = await rig(parts);
  expect(formats()).toEqual(['CSV', 'GeoJSON']);
});
