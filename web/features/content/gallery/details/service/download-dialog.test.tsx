import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import { saveFile } from '../../../../../ui/browser.ts';
import { DownloadButton } from './download-dialog.tsx';

vi.mock('../../../../../ui/browser.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(saveFile).mockReset();
});

const url = 'https://portal.example/server/rest/services/City/FeatureServer';
const layers = [
  { id: 0, name: 'Trees', fields: [] },
  { id: 1, name: 'Parks', fields: [] },
];
const answers = {
  '/rest/services/City/FeatureServer': { capabilities: 'Query', layers, tables: [] },
  '/export': { exportItemId: 'e1', jobId: 'j1', serviceItemId: 'm1' },
  '/items/e1/status': [
    { status: 'processing', progress: { stage: 'writing', share: 0.5, featureCount: 1200 } },
    { status: 'completed' },
  ],
  '/content/items/e1': webMap({ id: 'e1', name: 'City.geojson' }),
  '/items/e1/data': { type: 'FeatureCollection', features: [] },
};

async function open(
  more: Parameters<typeof fakeFetch>[0] = {},
  { signedIn = true, itemControl = 'admin' as 'admin' | '', properties = {} } = {},
) {
  const log = fakeFetch({ ...answers, ...more });
  const item = webMap({ type: 'Feature Service', title: 'City', url, itemControl, properties });
  const shown = show(<DownloadButton item={item} url={url} />, { context: await fakeContext({ signedIn }) });
  return { ...shown, log };
}

describe('the download of a hosted layer', () => {
  it('exports the chosen layer, shows its progress and saves the file', async () => {
    const { screen, person, log } = await open();
    await person.click(await screen.findByRole('button', { name: 'Download' }));
    await person.click(await screen.findByRole('combobox', { name: 'Format' }));
    await person.click(screen.getByRole('option', { name: 'GeoJSON' }));
    await person.click(screen.getByRole('combobox', { name: 'Layer' }));
    expect(screen.queryByRole('option', { name: 'All layers' })).toBeNull();
    await person.click(screen.getByRole('option', { name: 'Parks' }));
    await person.click(screen.getByRole('button', { name: 'Download' }));
    await screen.findByText('1,200 features written');
    await screen.findByText('File downloaded. It’s also in your content.');
    const sent = log.find(({ path }) => path.endsWith('/export'));
    expect(sent?.params).toMatchObject({
      exportFormat: 'GeoJson',
      exportParameters: '{"layers":[{"id":1}]}',
    });
    expect(saveFile).toHaveBeenCalledWith({ name: 'City.geojson', content: expect.anything() });
  });

  it('names the layer in the reader’s language', async () => {
    const { screen, person } = await open(
      {},
      { properties: { mappingTranslations: { en: { title: 'Town' } } } },
    );
    await person.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByRole('dialog', { name: 'Download Town' })).toBeDefined();
  });

  it('cancels the export with the dialog', async () => {
    const { screen, person, log } = await open({
      '/items/e1/status': { status: 'processing' },
      '/items/e1/cancel': { success: true },
    });
    await person.click(await screen.findByRole('button', { name: 'Download' }));
    await person.click(await screen.findByRole('button', { name: 'Download' }));
    await screen.findByRole('progressbar');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(log.some(({ path }) => path.endsWith('/items/e1/cancel'))).toBe(true));
    expect(saveFile).not.toHaveBeenCalled();
  });

  it('reports why the portal refused it', async () => {
    const { screen, person } = await open({
      '/export': { error: { code: 400, message: 'The layer has too many features.', details: [] } },
    });
    await person.click(await screen.findByRole('button', { name: 'Download' }));
    await person.click(await screen.findByRole('button', { name: 'Download' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The layer has too many features.');
  });

  it('is offered to others where the owner allows it', async () => {
    const closed = await open({}, { itemControl: '' });
    await vi.waitFor(() => expect(closed.log).toHaveLength(1));
    expect(closed.screen.queryByRole('button', { name: 'Download' })).toBeNull();
    closed.unmount();
    const service = { capabilities: 'Query,Extract', layers, tables: [] };
    const { screen } = await open({ '/rest/services/City/FeatureServer': service }, { itemControl: '' });
    expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy();
  });

  it('is not offered without an account', async () => {
    const { screen } = await open({}, { signedIn: false });
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  });
});
