import { useQuery } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeUpload } from '../../../../testing/web/fake-upload.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import type { Portal } from '../../../portal/portal-types.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { show } from '../../../../testing/web/render.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { UploadButton } from './upload-button.tsx';

const readGallery = vi.fn<() => string>(() => 'items');

afterEach(() => {
  vi.unstubAllGlobals();
  readGallery.mockClear();
});

/** The gallery, which was read before. */
function Gallery() {
  const { connection } = useConfiguration();
  useQuery({ queryKey: personKeys(connection, 'ada').gallery(''), queryFn: readGallery });
  return null;
}

const layer = {
  name: 'trees',
  geometryType: 'esriGeometryPoint',
  featureCount: 2,
  fields: [
    { name: 'name', type: 'esriFieldTypeString' },
    { name: 'height', type: 'esriFieldTypeDouble' },
  ],
  rows: [
    ['Oak', 3.5],
    ['Elm', null],
  ],
};
const looked = (more: object = {}) => ({
  publishParameters: { name: 'trees' },
  preview: { format: 'csv', complete: true, layers: [layer], notes: [], ...more },
});
const job = {
  services: [
    { jobId: 'j1', serviceItemId: 's1', serviceurl: 'https://host/server/rest/services/trees/FeatureServer' },
  ],
};
const progress = (share: number) => ({
  status: 'processing',
  progress: { stage: 'writing', share, featureCount: 1 },
});
const failed = {
  status: 'failed',
  statusMessage: 'Line 3: wrong',
  faults: [{ path: 'line 3, feature 2', message: 'This is wrong.' }],
};
const fine = {
  '/analyze': looked(),
  '/items/f1/update': { success: true },
  '/isServiceNameAvailable': { available: true },
  '/publish': job,
  '/items/s1/status': { status: 'completed' },
  '/items/s1/share': {},
  '/items/s1/cancel': { success: true },
  '/items/f1/delete': { success: true },
};

const embedded = { id: 'p1', name: 'Portal', uploadPreviews: true };

async function start(
  answers: Record<string, object> = {},
  sent = fakeUpload({ id: 'f1' }),
  portal: Portal = embedded,
  fileName = 'city trees.csv',
) {
  const log = fakeFetch({ ...fine, ...answers } as never);
  const onClose = vi.fn<() => void>();
  const view = show(
    <>
      <Gallery />
      <UploadDialog onClose={onClose} />
    </>,
    { context: await fakeContext({ signedIn: true, portal }) },
  );
  const choose = () =>
    view.person.upload(
      view.screen.getByLabelText('Choose a file', { selector: 'input' }),
      new File(['a'], fileName),
    );
  const requested = (end: string) => log.filter(({ path }) => path.endsWith(end));
  return { ...view, log, requested, onClose, choose, sent };
}

describe('uploading a file', () => {
  it('leaves no file when the page closes before publishing', async () => {
    const { screen, choose, requested } = await start();
    await choose();
    await screen.findByRole('columnheader', { name: /height/ });
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(requested('/items/f1/delete')).toHaveLength(1));
    // The page may come back from the browser's cache.
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined();
  });

  it('keeps the file of a layer that is being published when the page closes', async () => {
    const { screen, person, choose, requested } = await start({ '/items/s1/status': progress(0.5) });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await vi.waitFor(() => expect(requested('/publish')).toHaveLength(1));
    window.dispatchEvent(new Event('pagehide'));
    expect(requested('/items/f1/delete')).toHaveLength(0);
  });

  it('publishes fields with the types that are chosen', async () => {
    const { screen, person, choose, requested } = await start();
    await choose();
    await person.click(await screen.findByRole('combobox', { name: 'Type of height' }));
    await person.click(screen.getByRole('option', { name: 'Text' }));
    // A choice that is taken back is not sent.
    await person.click(screen.getByRole('combobox', { name: 'Type of name' }));
    await person.click(screen.getByRole('option', { name: 'Date' }));
    await person.click(screen.getByRole('combobox', { name: 'Type of name' }));
    await person.click(screen.getByRole('option', { name: 'Text' }));
    await person.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByText(/Created the layer/);
    expect(JSON.parse(requested('/publish')[0]?.params['publishParameters'] ?? '')).toMatchObject({
      layerInfo: { fields: [{ name: 'height', type: 'esriFieldTypeString' }] },
    });
  });

  it('previews the result and publishes it', async () => {
    const { screen, person, choose, requested, sent } = await start();
    await choose();
    expect(await screen.findByRole('columnheader', { name: /height/ })).toBeDefined();
    expect(sent.forms[0]).toMatchObject({
      title: 'city trees',
      type: 'CSV',
      filename: 'city trees.csv',
      token: 'token-1',
    });
    expect(screen.getByRole('columnheader', { name: /height/ }).textContent).toContain('Number');
    expect(screen.getByRole('cell', { name: 'Oak' })).toBeDefined();
    const title = screen.getByRole('textbox', { name: /Title/ });
    expect(title).toHaveProperty('value', 'city trees');
    await person.clear(title);
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true);
    await person.type(title, 'Trees');
    await person.type(screen.getByRole('combobox', { name: 'Tags' }), 'green{Enter}city{Enter}');
    await person.click(screen.getByRole('combobox', { name: 'Shared with' }));
    await person.click(screen.getByRole('option', { name: 'Organisation' }));
    await person.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Created the layer “Trees”')).toBeDefined();
    expect(requested('/update')[0]?.params).toMatchObject({ title: 'Trees', tags: 'green,city' });
    expect(JSON.parse(requested('/publish')[0]?.params['publishParameters'] ?? '')).toEqual({
      name: 'trees',
    });
    expect(requested('/share')[0]?.params).toMatchObject({ everyone: 'false', org: 'true' });
  });

  it('suggests another name when one is taken', async () => {
    const { screen, person, choose, requested } = await start({
      '/isServiceNameAvailable': [{ available: false }, { available: true }],
    });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await screen.findByText(/Created the layer/);
    expect(JSON.parse(requested('/publish')[0]?.params['publishParameters'] ?? '')).toEqual({
      name: 'trees_2',
    });
  });

  it('stays open while a map of the layer is made, so that its error shows', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { screen, person, choose, onClose } = await start({
      '/items/s1': { url: 'https://host/FeatureServer', extent: [] },
      '/addItem': () => promise,
    });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await person.click(await screen.findByRole('button', { name: 'Open in a new map' }));
    const close = screen.getByRole<HTMLButtonElement>('button', { name: 'Close' });
    await vi.waitFor(() => expect(close.disabled).toBe(true));
    await person.keyboard('{Escape}');
    resolve({ error: { code: 400, message: 'Too many items.', details: [] } });
    expect((await screen.findByRole('alert')).textContent).toContain('Too many items.');
    expect([close.disabled, onClose.mock.calls]).toEqual([false, []]);
  });

  it('opens a map of the layer', async () => {
    const { screen, person, choose, router, requested } = await start({
      '/items/s1': {
        url: 'https://host/FeatureServer',
        extent: [
          [71, 51],
          [71, 51],
        ],
      },
      '/addItem': { id: 'm1' },
    });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await person.click(await screen.findByRole('button', { name: 'Open in a new map' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/demo/map/wid/m1'));
    const text = JSON.parse(requested('/addItem')[0]?.params['text'] ?? '');
    expect(text.operationalLayers).toMatchObject([
      { url: 'https://host/FeatureServer/0', itemId: 's1', layerType: 'ArcGISFeatureLayer' },
    ]);
    expect(text.initialState.viewpoint.targetGeometry).toMatchObject({ xmin: 70.998, ymax: 51.002 });
  });

  it('shows the layer and its map in the gallery', async () => {
    const { screen, person, choose } = await start({
      '/items/s1': { url: 'https://host/FeatureServer', extent: [] },
      '/addItem': { id: 'm1' },
    });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await vi.waitFor(() => expect(readGallery).toHaveBeenCalledTimes(2));
    await person.click(await screen.findByRole('button', { name: 'Open in a new map' }));
    await vi.waitFor(() => expect(readGallery).toHaveBeenCalledTimes(3));
  });

  it('lets the user choose the coordinate columns', async () => {
    const columns = ['name', 'east', 'north'];
    const { screen, person, choose, requested } = await start({
      '/analyze': [
        looked({ columns, encoding: 'utf-8' }),
        looked({ columns, encoding: 'utf-8', coordinates: { longitude: 'east', latitude: 'north' } }),
      ],
    });
    await choose();
    expect(await screen.findByRole('switch', { name: 'The rows have coordinates' })).toHaveProperty(
      'checked',
      false,
    );
    await person.click(screen.getByRole('combobox', { name: 'Longitude (x)' }));
    await person.click(screen.getByRole('option', { name: 'east' }));
    await person.click(screen.getByRole('combobox', { name: 'Latitude (y)' }));
    await person.click(screen.getByRole('option', { name: 'north' }));
    await vi.waitFor(() => expect(requested('/analyze')).toHaveLength(2));
    expect(JSON.parse(requested('/analyze')[1]?.params['analyzeParameters'] ?? '')).toMatchObject({
      longitudeFieldName: 'east',
      latitudeFieldName: 'north',
    });
    await vi.waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', true));
    await person.click(screen.getByRole('switch'));
    await vi.waitFor(() => expect(requested('/analyze')).toHaveLength(3));
    expect(JSON.parse(requested('/analyze')[2]?.params['analyzeParameters'] ?? '')).toEqual({
      locationType: 'none',
    });
  });

  it('shows where a file is invalid, discards it and offers a retry', async () => {
    const { screen, person, choose, requested } = await start({
      '/analyze': {
        error: { code: 400, message: 'Line 3: no.', details: ['line 3: The row has 4 values.'] },
      },
    });
    await choose();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Line 3The row has 4 values.');
    await vi.waitFor(() => expect(requested('/items/f1/delete')).toHaveLength(1));
    await person.click(screen.getByRole('button', { name: 'Try another file' }));
    expect(screen.getByText('Drop a file here, or choose one')).toBeDefined();
  });

  it('translates coded faults, with file and row', async () => {
    const fault = { message: 'x', code: 'too-many-vertices', values: { found: 2_000_000, most: 1_000_000 } };
    const { screen, choose } = await start({
      '/analyze': { error: { code: 400, message: 'x', faults: [{ path: 'a.shp, feature 2', ...fault }] } },
    });
    await choose();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'a.shp · Feature 2The geometry has 2,000,000 vertices; the limit is 1,000,000. Simplify or split it.',
    );
  });

  it('shows assumptions about a file in an archive', async () => {
    const { screen, choose } = await start({
      '/analyze': looked({ notes: [{ path: 'a.shp', message: 'x', code: 'prj-assumed' }] }),
    });
    await choose();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'a.shpThe .prj file is missing; the coordinates were read as WGS84 degrees.',
    );
  });

  it('shows publishing errors', async () => {
    const { screen, person, choose } = await start({ '/items/s1/status': [progress(0.2), failed] });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Line 3 · Feature 2This is wrong.');
  });

  it('can be cancelled while publishing: the job stops and the file is deleted', async () => {
    const { screen, person, choose, requested } = await start({ '/items/s1/status': progress(0.4) });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await vi.waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'));
    expect(screen.getByText('1 feature')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(requested('/items/f1/delete')).toHaveLength(1));
    expect(requested('/items/s1/cancel')[0]?.params).toMatchObject({ jobId: 'j1' });
  });

  it('can be cancelled before the portal has accepted the job, which then stops, too', async () => {
    let accept = (_job: object) => {};
    const accepted = new Promise<object>((resolve) => {
      accept = resolve;
    });
    const { screen, person, choose, requested } = await start({ '/publish': () => accepted });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await vi.waitFor(() => expect(requested('/publish')).toHaveLength(1));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    accept(job);
    await vi.waitFor(() => expect(requested('/items/s1/cancel')[0]?.params).toMatchObject({ jobId: 'j1' }));
    expect(screen.getByText('Drop a file here, or choose one')).toBeDefined();
  });

  it('removes the next file, too, when it is cancelled after an earlier job was accepted late', async () => {
    const accepted = Promise.withResolvers<object>();
    const { screen, person, choose, requested } = await start({ '/publish': () => accepted.promise });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await vi.waitFor(() => expect(requested('/publish')).toHaveLength(1));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await choose();
    await screen.findByRole('button', { name: 'Publish' });
    accepted.resolve(job);
    // The first file, when it was cancelled and again with its job.
    await vi.waitFor(() => expect(requested('/items/f1/delete')).toHaveLength(2));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(requested('/items/f1/delete')).toHaveLength(3));
  });

  it('goes on when the connection is interrupted while publishing', async () => {
    const { screen, person, choose, requested } = await start({
      '/items/s1/status': [progress(0.2), new TypeError('Failed to fetch'), { status: 'completed' }],
    });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await screen.findByText(/Created the layer/);
    expect(requested('/items/s1/cancel')).toHaveLength(0);
  });

  it('shows that a published layer could not be shared, and opens it', async () => {
    const refusal = { error: { code: 403, messageCode: 'GWM_0003', message: 'No.' } };
    const { screen, person, choose } = await start({ '/items/s1/share': refusal });
    await choose();
    await person.click(await screen.findByRole('combobox', { name: 'Shared with' }));
    await person.click(screen.getByRole('option', { name: 'Organisation' }));
    await person.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByText(/Created the layer/);
    expect(screen.getByRole('alert').textContent).toContain('permission');
    expect(screen.getByRole('button', { name: 'Open in a new map' })).toBeDefined();
  });

  it('can be cancelled while sending, and shows progress', async () => {
    const sent = fakeUpload('never');
    const { screen, person, choose } = await start({}, sent);
    await choose();
    sent.progress(30, 100);
    await vi.waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30'));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent.aborted()).toBe(true);
    expect(screen.getByText('Drop a file here, or choose one')).toBeDefined();
  });

  it.each([
    [{ error: { code: 413, message: 'Too large.' } }, 'The portal doesn’t accept anything this large.'],
    ['<html>Too large</html>', 'The portal doesn’t accept anything this large.'],
    [{ error: { code: 400, message: 'The title is missing.' } }, 'The title is missing.'],
    [{}, 'The portal didn’t accept the file. Try again.'],
  ] as const)('shows why a file was rejected: %j', async (answer, words) => {
    const { screen, choose } = await start({}, fakeUpload(answer));
    await choose();
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });

  it('is offered to users who may publish', async () => {
    const anonymous = show(<UploadButton />, { context: await fakeContext() });
    expect(anonymous.screen.queryByRole('button')).toBeNull();
    anonymous.unmount();
    const { screen, person } = show(<UploadButton />, { context: await fakeContext({ signedIn: true }) });
    await person.click(screen.getByRole('button', { name: 'Upload a file' }));
    expect(await screen.findByRole('dialog', { name: 'Upload a file' })).toBeDefined();
  });
});

describe('publishing on ArcGIS Online', () => {
  const online: Portal = {
    id: 'o1',
    name: 'Harbour City',
    access: 'public',
    isPortal: false,
    availableCredits: 812.5,
  };
  const fields = [
    { name: 'name', type: 'esriFieldTypeString' },
    { name: 'x', type: 'esriFieldTypeDouble' },
    { name: 'y', type: 'esriFieldTypeDouble' },
  ];
  const proposed = {
    type: 'csv',
    name: 'city_trees',
    locationType: 'coordinates',
    longitudeFieldName: 'x',
    latitudeFieldName: 'y',
    layerInfo: { name: 'city_trees', type: 'Table', fields },
  };
  const analysed = { publishParameters: proposed, records: [{ name: 'Oak', x: 4.4, y: 51.9 }] };
  const answers = {
    '/analyze': analysed,
    '/items/s1/update': { success: true },
    '/items/s1/delete': { success: true },
  };
  const begin = (more: Record<string, object> = {}, fileName = 'city trees.csv') =>
    start({ ...answers, ...more }, fakeUpload({ id: 'f1' }), online, fileName);

  it('previews the portal’s own analysis and sends its proposal back', async () => {
    const states = [{ status: 'processing' }, { status: 'completed' }];
    const { screen, person, choose, requested, sent } = await begin({ '/items/s1/status': states });
    await choose();
    expect(await screen.findByRole('cell', { name: 'Oak' })).toBeDefined();
    expect(sent.forms[0]).toMatchObject({ type: 'CSV', filename: 'city trees.csv' });
    expect(requested('/analyze')[0]?.params).toMatchObject({ filetype: 'csv', itemid: 'f1' });
    await person.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText(/Created the layer/)).toBeDefined();
    const { params } = requested('/publish')[0] ?? { params: {} as Record<string, string> };
    expect(params).toMatchObject({ filetype: 'csv' });
    expect(JSON.parse(params['publishParameters'] ?? '')).toEqual(proposed);
    expect(requested('/items/s1/update')[0]?.params).toMatchObject({ title: 'city trees' });
  });

  it('sends the proposal back with the types that are chosen', async () => {
    const { screen, person, choose, requested } = await begin();
    await choose();
    await person.click(await screen.findByRole('combobox', { name: 'Type of name' }));
    await person.click(screen.getByRole('option', { name: 'Whole number' }));
    await person.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByText(/Created the layer/);
    const [named, ...others] = fields;
    expect(JSON.parse(requested('/publish')[0]?.params['publishParameters'] ?? '')).toMatchObject({
      layerInfo: { name: 'city_trees', fields: [{ ...named, type: 'esriFieldTypeInteger' }, ...others] },
    });
  });

  it('warns before publishing that it uses credits, and shows how many are left', async () => {
    const { screen, choose } = await begin();
    await choose();
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain('uses your organisation’s credits every month');
    expect(note.textContent).toContain('Credits left: 812');
    expect(screen.getByRole('link', { name: /What storage costs/ })).toHaveProperty(
      'href',
      'https://doc.arcgis.com/en/arcgis-online/administer/credits.htm',
    );
  });

  it('never has addresses geocoded, which costs credits for each row', async () => {
    const { screen, person, choose, requested } = await begin({
      '/analyze': { ...analysed, publishParameters: { ...proposed, locationType: 'address' } },
    });
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Publish' }));
    await screen.findByText(/Created the layer/);
    expect(JSON.parse(requested('/publish')[0]?.params['publishParameters'] ?? '')).toMatchObject({
      locationType: 'none',
    });
  });

  it('shows the words of a refused or failed job, and deletes what was half made', async () => {
    const refusal = 'Your organisation does not have enough credits.';
    const first = await begin({
      '/publish': { services: [{ success: false, error: { code: 400, message: refusal } }] },
    });
    await first.choose();
    await first.person.click(await first.screen.findByRole('button', { name: 'Publish' }));
    expect((await first.screen.findByRole('alert')).textContent).toContain(refusal);
    await vi.waitFor(() => expect(first.requested('/items/f1/delete')).toHaveLength(1));
    first.unmount();

    const second = await begin({
      '/items/s1/status': { status: 'failed', statusMessage: 'Row 7 has no valid geometry.' },
    });
    await second.choose();
    await second.person.click(await second.screen.findByRole('button', { name: 'Publish' }));
    expect((await second.screen.findByRole('alert')).textContent).toBe('Row 7 has no valid geometry.');
    await vi.waitFor(() => expect(second.requested('/items/s1/delete')).toHaveLength(1));
    expect(second.requested('/items/s1/cancel')).toHaveLength(0);
  });

  it('publishes formats that the portal does not analyse, without a preview', async () => {
    const { screen, person, choose, requested } = await begin(
      { '/FeatureServer': { layers: [{ id: 0, name: 'Trees' }] } },
      'trees.geojson',
    );
    await choose();
    expect(await screen.findByText(/shows no preview of this format/)).toBeDefined();
    expect(requested('/analyze')).toHaveLength(0);
    await person.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByRole('button', { name: 'Open in a new map' });
    expect(requested('/publish')[0]?.params).toMatchObject({ filetype: 'geojson' });
  });
});
