import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeUpload } from '../../../../testing/web/fake-upload.ts';
import { show } from '../../../../testing/web/render.tsx';
import { UploadDialog } from './upload-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const tiles = {
  minZoom: 0,
  maxZoom: 14,
  bounds: [71, 51, 72.5, 52],
  attribution: '© The City',
  layers: [
    { name: 'parks', fields: ['name', 'kind'] },
    { name: 'roads', fields: [] },
  ],
};
const serviceurl = 'https://host/server/rest/services/city/VectorTileServer';
const answers = {
  '/analyze': {
    publishParameters: { type: 'pmtiles', name: 'city' },
    preview: { format: 'pmtiles', complete: false, layers: [], notes: [], tiles },
  },
  '/items/f1/update': { success: true },
  '/isServiceNameAvailable': { available: true },
  '/publish': { services: [{ jobId: 'j1', serviceItemId: 's1', serviceurl }] },
  '/items/s1/status': { status: 'completed' },
  '/items/s1': {
    url: serviceurl,
    extent: [
      [71, 51],
      [72.5, 52],
    ],
  },
  '/addItem': { id: 'm1' },
};

async function start(more: object = {}) {
  const log = fakeFetch({ ...answers, ...more } as never);
  const sent = fakeUpload({ id: 'f1' });
  const view = show(<UploadDialog onClose={() => {}} />, {
    context: await fakeContext({
      signedIn: true,
      portal: { id: 'p1', name: 'Portal', uploadPreviews: true },
    }),
  });
  const input = view.screen.getByLabelText('Choose a file', { selector: 'input' });
  await view.person.upload(input, new File(['PMTiles'], 'city.pmtiles'));
  const requested = (end: string) => log.filter(({ path }) => path.endsWith(end));
  return { ...view, sent, requested };
}

it('previews an archive of tiles: zoom levels, extent, credits, layers', async () => {
  const { screen, sent } = await start();
  const layers = await screen.findByRole('list', { name: 'Layers' });
  expect([...layers.children].map(({ textContent }) => textContent)).toEqual(['parksname · kind', 'roads']);
  for (const fact of ['Zoom levels: 0–14', 'Extent: 71 / 51 – 72.5 / 52', 'Credits: © The City'])
    expect(
      screen.getByText((_text, element) => element?.textContent === fact && element.tagName === 'P'),
    ).toBeDefined();
  expect(screen.queryByRole('columnheader')).toBeNull();
  expect(screen.queryByText(/no preview/i)).toBeNull();
  expect(sent.forms[0]).toMatchObject({ type: 'PMTiles', filename: 'city.pmtiles' });
});

it('publishes the tiles, and makes a map with one layer of them', async () => {
  const { screen, person, requested } = await start();
  await person.click(await screen.findByRole('button', { name: 'Publish' }));
  await person.click(await screen.findByRole('button', { name: 'Open in a new map' }));
  expect(requested('/publish')[0]?.params).toMatchObject({ itemid: 'f1', filetype: 'pmtiles' });
  await vi.waitFor(() => expect(requested('/addItem')).toHaveLength(1));
  const { operationalLayers } = JSON.parse(requested('/addItem')[0]?.params['text'] ?? '');
  expect(operationalLayers).toEqual([
    {
      id: 'tiles',
      title: 'city',
      itemId: 's1',
      layerType: 'VectorTileLayer',
      styleUrl: `${serviceurl}/resources/styles/root.json`,
      visibility: true,
      opacity: 1,
    },
  ]);
});

it('says why an archive of images is refused', async () => {
  const message = 'The archive contains tiles of images. Upload an archive of vector tiles.';
  const fault = { path: '', message, code: 'raster-tiles' };
  const error = { code: 400, message, details: [`: ${message}`], faults: [fault] };
  const { screen } = await start({ '/analyze': { error }, '/items/f1/delete': { success: true } });
  expect(await screen.findByText(message)).toBeDefined();
});
