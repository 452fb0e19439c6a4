import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { OpenToolContext } from '../../../context/open-map.ts';
import { layerData } from '../../../map/export/layer-data.ts';
import { layerFields } from '../../../map/layers/layer-fields.ts';
import { takePicture } from '../../../map/map-picture/map-picture.ts';
import { openPrint, type PrintSession } from '../../../map/print/print.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { MapState } from '../../../map/map-state.ts';
import { saveFile } from '../../../ui/browser.ts';
import { ExportPanel } from './export-panel.tsx';
import { createPdf, type PdfFile } from './write-pdf.ts';
import { writePng } from './write-png.ts';

vi.mock('../../../ui/browser.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }));
vi.mock('../../../map/layers/layer-fields.ts', () => ({ layerFields: vi.fn<typeof layerFields>() }));
vi.mock('../../../map/bookmarks/bookmarks.ts', () => ({ bookmarksOf: () => [] }));
vi.mock('../../../map/export/layer-data.ts', () => ({ layerData: vi.fn<typeof layerData>() }));
vi.mock('../../../map/map-picture/map-picture.ts', () => ({
  mapSize: () => ({ width: 800, height: 600 }),
  takePicture: vi.fn<typeof takePicture>(),
}));
vi.mock('../../../map/print/print.ts', () => ({ maxDots: 1e9, openPrint: vi.fn<typeof openPrint>() }));
vi.mock('./write-pdf.ts', () => ({ createPdf: vi.fn<typeof createPdf>() }));
vi.mock('./write-png.ts', () => ({ writePng: vi.fn<typeof writePng>() }));

const content = new Blob(['file']);
const picture = { dataUrl: 'data:image/png;base64,', width: 8, height: 6, metresPerPixel: 1, rotation: 0 };
const printed = { tiles: [], legend: { groups: [], missing: [] as string[] }, incomplete: false };
const session = {
  wkid: 3857,
  frame: vi.fn<PrintSession['frame']>(),
  draw: vi.fn<PrintSession['draw']>(),
  grid: vi.fn<PrintSession['grid']>(),
  sheets: vi.fn<PrintSession['sheets']>(),
  close: vi.fn<() => void>(),
};
const pdf = { addPage: vi.fn<PdfFile['addPage']>(), finish: () => content };

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(takePicture).mockResolvedValue(picture);
  vi.mocked(openPrint).mockResolvedValue(session);
  session.frame.mockImplementation(async (_place, { width, height }, scale = 5000) => ({
    centre: { x: 0, y: 0, wkid: 3857 },
    stretch: { x: 1, y: 1 },
    exact: true,
    rotation: 0,
    scale,
    width,
    height,
  }));
  session.draw.mockResolvedValue(printed);
  session.grid.mockResolvedValue({ lines: [], degrees: false });
  vi.mocked(createPdf).mockResolvedValue(pdf);
  pdf.addPage.mockResolvedValue(true);
  vi.mocked(writePng).mockResolvedValue(content);
});

async function rig(
  state: Partial<MapState> = { layers: [fakeLayer()] },
  parts: Parameters<typeof fakeContext>[0] = {},
) {
  const map = fakeMapModel({ attribution: ['© Someone'], ...state });
  const openTool = vi.fn<(id: string) => void>();
  const view = show(
    <MapModelContext value={map.model}>
      <OpenToolContext value={openTool}>
        <ExportPanel />
      </OpenToolContext>
    </MapModelContext>,
    { context: await fakeContext(parts) },
  );
  return { ...view, ...map, openTool };
}

async function dataRig(state?: Partial<MapState>) {
  const view = await rig(state);
  await view.person.click(screen.getByRole('tab', { name: 'Layer data' }));
  return view;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
type Choose = { person: Awaited<ReturnType<typeof rig>>['person'] };

async function choose({ person }: Choose, field: string, option: string) {
  await person.click(screen.getByRole('combobox', { name: field }));
  await person.click(await screen.findByRole('option', { name: option }));
}

describe('the export panel', () => {
  it('has two pages, switched with the arrow keys', async () => {
    const { person } = await rig();
    expect(screen.getByRole('tablist', { name: 'Print & export' })).toBeDefined();
    expect(screen.getByRole('tabpanel', { name: 'Map' })).toBeDefined();
    act(() => screen.getByRole('tab', { name: 'Map' }).focus());
    await person.keyboard('{ArrowRight}{Enter}');
    expect(screen.getByRole('tabpanel', { name: 'Layer data' })).toBeDefined();
  });
});

it('settings are saved as a template, and a template is applied', async () => {
  const log = fakeFetch({
    '/search': { total: 1, start: 1, num: 50, nextStart: -1, results: [{ id: 't1', title: 'Big plan' }] },
    '/items/t1/data': { template: 'plan', paper: 'a0', upright: true, notes: 'For review' },
    '/addItem': { id: 't2', success: true },
    '/items/t2/share': { itemId: 't2', notSharedWith: [] },
  });
  const view = await rig(undefined, { signedIn: true });
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Saved template' })).toBeDefined());
  await choose(view, 'Saved template', 'Big plan');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Paper' }).textContent).toBe('A0'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Notes/ }).value).toBe('For review');
  await view.person.click(button('Save as template…'));
  await view.person.type(await screen.findByRole('textbox', { name: 'Name of the template' }), 'Mine');
  await view.person.click(screen.getByRole('switch', { name: 'Share with the organisation' }));
  await view.person.click(button('Save'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { params = {} } = log.find(({ path }) => path.endsWith('/addItem')) ?? {};
  expect(params).toMatchObject({ title: 'Mine', typeKeywords: 'mappingPrintTemplate' });
  expect(JSON.parse(params['text'] ?? '')).toMatchObject({ template: 'plan', paper: 'a0', upright: true });
  expect(log.find(({ path }) => path.endsWith('/share'))?.params).toMatchObject({ org: 'true' });
});

describe('exporting a page', () => {
  it('starts with Enter in its title, with the selected options', async () => {
    const view = await rig();
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
    expect(title.value).toBe('City');
    await choose(view, 'Paper', 'A3');
    await choose(view, 'Orientation', 'Portrait');
    await view.person.click(screen.getByRole('switch', { name: 'Include legend' }));
    await view.person.clear(title);
    await view.person.type(title, 'My city{Enter}');
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith({ name: 'My city.pdf', content }));
    expect(pdf.addPage).toHaveBeenCalledWith(
      expect.objectContaining({ width: 297, height: 420, legend: undefined }),
      expect.objectContaining({
        title: 'My city',
        foot: expect.objectContaining({ credits: '© Someone', scaleText: '1:5,000' }),
      }),
    );
    expect(session.draw.mock.lastCall?.[1]).toMatchObject({ density: 150, legend: undefined });
    expect(session.close).toHaveBeenCalledOnce();
  });

  it('includes a legend unless it is switched off', async () => {
    const { person } = await rig();
    await person.click(button('Create file'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(session.draw.mock.lastCall?.[1].legend).toMatchObject({ point: 'Point' });
  });

  it('has an exact scale, a grid and a title block', async () => {
    const view = await rig();
    await choose(view, 'Template', 'Plan with title block');
    await choose(view, 'Scale', 'Other…');
    expect(button('Create file').disabled).toBe(true);
    await view.person.type(screen.getByRole('textbox', { name: 'Scale 1:' }), '1,250');
    await choose(view, 'Resolution', '300 dpi');
    await choose(view, 'Coordinate grid', 'Other coordinate system…');
    await view.person.type(screen.getByRole('textbox', { name: 'EPSG code' }), '28992');
    await view.person.click(button('Create file'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(session.frame.mock.lastCall?.[2]).toBe(1250);
    expect(session.grid.mock.lastCall?.[1]).toBe(28_992);
    const facts = pdf.addPage.mock.lastCall?.[1].block?.facts;
    expect(facts).toContainEqual(['Scale', '1:1,250']);
    expect(facts).toContainEqual(['Coordinates', 'EPSG:28992']);
  });

  it('names the layers whose symbols the legend lacks, and pages that are incomplete', async () => {
    const legend = { groups: [], missing: ['Parks', 'Roads'] };
    session.draw.mockResolvedValue({ ...printed, legend, incomplete: true });
    pdf.addPage.mockResolvedValue(false);
    const { person } = await rig();
    await person.click(button('Create file'));
    const alerts = await screen.findAllByRole('alert');
    expect(alerts[0]?.textContent).toContain('Parks and Roads');
    expect(alerts[1]?.textContent).toContain('On 1 page, layers');
    expect(alerts[2]?.textContent).toContain('no room for all symbols');
    expect(saveFile).toHaveBeenCalledOnce();
  });

  it('waits for the map', async () => {
    const { set } = await rig({ status: 'opening' });
    expect(button('Create file').disabled).toBe(true);
    act(() => set({ status: 'ready' }));
    expect(button('Create file').disabled).toBe(false);
  });

  it('runs once, however often it is requested', async () => {
    let finish = () => {};
    session.draw.mockReturnValue(new Promise((resolve) => (finish = () => resolve(printed))));
    const { person } = await rig();
    await person.click(button('Create file'));
    await screen.findByText('Page 1 of 1');
    await person.type(screen.getByRole('textbox', { name: 'Title' }), '{Enter}');
    act(() => finish());
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(session.draw).toHaveBeenCalledOnce();
  });

  it('saves nothing once cancelled', async () => {
    session.draw.mockImplementation(
      (_frame, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const { person } = await rig();
    act(() => button('Create file').focus());
    await person.keyboard('{Enter}');
    await screen.findByText('Page 1 of 1');
    expect(document.activeElement).toBe(button('Cancel'));
    await person.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(button('Create file')));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(saveFile).not.toHaveBeenCalled();
    expect(session.close).toHaveBeenCalledOnce();
  });

  it('shows why it failed, and retries', async () => {
    session.draw.mockRejectedValueOnce(new MappingError('layer:timeout', 'Timeout', { status: 504 }));
    const { person } = await rig();
    await person.click(button('Create file'));
    expect((await screen.findByRole('alert')).textContent).toContain('The layer didn’t respond.');
    await person.click(button('Try again'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a map series', () => {
  const field = { name: 'sheet', title: 'Sheet', kind: 'text' } as const;
  const extent = [0, 0, 1, 1] as const;

  async function start(sheets: number, paper = 'A4') {
    vi.mocked(layerFields).mockResolvedValue([field]);
    session.sheets.mockResolvedValue(
      Array.from({ length: sheets }, (_none, index) => ({
        name: `No ${index + 1}`,
        place: { kind: 'extent', extent },
      })),
    );
    const view = await rig();
    await choose(view, 'Paper', paper);
    await choose(view, 'Resolution', '300 dpi');
    await view.person.click(screen.getByRole('switch', { name: 'Map series' }));
    expect(button('Create file').disabled).toBe(true);
    await choose(view, 'Name of each page', 'Sheet');
    await view.person.click(button('Create file'));
    return view;
  }

  it('is one file with a page for each feature', async () => {
    await start(3);
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(session.sheets.mock.lastCall?.slice(0, 2)).toEqual(['stops', 'sheet']);
    expect(pdf.addPage.mock.calls.map(([, { title, foot }]) => [title, foot.date.split(' · ')[1]])).toEqual([
      ['City – No 1', '1 / 3'],
      ['City – No 2', '2 / 3'],
      ['City – No 3', '3 / 3'],
    ]);
  });

  it('is rejected before it is drawn when a browser could not hold it', async () => {
    await start(40, 'A0');
    expect((await screen.findByRole('alert')).textContent).toContain('too large');
    expect(session.draw).not.toHaveBeenCalled();
    expect(session.close).toHaveBeenCalledOnce();
  });
});

describe('exporting an image', () => {
  it('uses the map’s size or twice its resolution, without paper options', async () => {
    const view = await rig();
    await choose(view, 'Format', 'Image, double resolution (PNG)');
    expect(screen.queryByRole('combobox', { name: 'Paper' })).toBeNull();
    await view.person.click(button('Create file'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith({ name: 'City.png', content }));
    expect(takePicture).toHaveBeenCalledWith(view.model, 1600, 1200);
  });

  it('saves no image after the panel was closed', async () => {
    let write = (_file: Blob) => {};
    vi.mocked(writePng).mockReturnValue(new Promise((resolve) => (write = resolve)));
    const view = await rig();
    await choose(view, 'Format', 'Image, double resolution (PNG)');
    await view.person.click(button('Create file'));
    await waitFor(() => expect(writePng).toHaveBeenCalled());
    view.unmount();
    await act(async () => write(content));
    expect(saveFile).not.toHaveBeenCalled();
  });
});

describe('exporting a layer’s features', () => {
  const file = { name: 'stops.csv', content };
  /** A running export, whose progress and completion the test controls. */
  function slowly() {
    const run = {
      progress: (_features: number) => {},
      finish: () => {},
      signal: new AbortController().signal,
    };
    vi.mocked(layerData).mockImplementation((_model, _id, _format, { signal, onProgress }) => {
      run.signal = signal;
      run.progress = (features) => act(() => onProgress?.(features));
      return new Promise((resolve) => (run.finish = () => resolve(file)));
    });
    return run;
  }

  it('saves them in the selected format', async () => {
    vi.mocked(layerData).mockResolvedValue(file);
    const view = await dataRig({ layers: [fakeLayer(), fakeLayer({ id: 'parks', title: 'Parks' })] });
    await choose(view, 'Layer', 'Parks');
    await choose(view, 'Format', 'GeoJSON');
    await view.person.click(button('Export features'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(file));
    expect(layerData).toHaveBeenCalledWith(view.model, 'parks', 'geojson', expect.anything());
  });

  it('shows their number, and keeps the focus on the start and stop button', async () => {
    const run = slowly();
    const { person } = await dataRig();
    act(() => button('Export features').focus());
    await person.keyboard('{Enter}');
    expect(document.activeElement).toBe(button('Cancel'));
    run.progress(2000);
    expect(screen.getByText('Features: 2,000')).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Layer' }).getAttribute('aria-disabled')).toBe('true');
    await act(async () => run.finish());
    expect(document.activeElement).toBe(button('Export features'));
    expect(saveFile).toHaveBeenCalledOnce();
  });

  it('saves nothing once cancelled, even when they still arrive', async () => {
    const run = slowly();
    const { person } = await dataRig();
    await person.click(button('Export features'));
    await person.click(button('Cancel'));
    expect(run.signal.aborted).toBe(true);
    expect(button('Export features')).toBeDefined();
    await act(async () => run.finish());
    expect(saveFile).not.toHaveBeenCalled();
  });

  it('is cancelled when the panel closes', async () => {
    const run = slowly();
    const { person, unmount } = await dataRig();
    await person.click(button('Export features'));
    unmount();
    expect(run.signal.aborted).toBe(true);
  });

  it('shows why they could not be loaded, and retries', async () => {
    vi.mocked(layerData)
      .mockRejectedValueOnce(new MappingError('layer:too-large', 'Too many', { status: 413 }))
      .mockResolvedValue(file);
    const { person } = await dataRig();
    await person.click(button('Export features'));
    expect((await screen.findByRole('alert')).textContent).toContain('too many features');
    act(() => button('Try again').focus());
    await person.keyboard('{Enter}');
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(button('Export features'));
  });

  it('switches to another layer once the selected one is removed', async () => {
    vi.mocked(layerData).mockResolvedValue(file);
    const view = await dataRig({ layers: [fakeLayer(), fakeLayer({ id: 'parks', title: 'Parks' })] });
    await choose(view, 'Layer', 'Parks');
    act(() => view.set({ layers: [fakeLayer()] }));
    expect(screen.getByRole('combobox', { name: 'Layer' }).textContent).toBe('Stops');
    await view.person.click(button('Export features'));
    await waitFor(() =>
      expect(layerData).toHaveBeenCalledWith(view.model, 'stops', 'csv', expect.anything()),
    );
  });

  it('waits for the map before reporting missing layers', async () => {
    const { set } = await dataRig({ status: 'opening' });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    act(() => set({ status: 'ready', layers: [fakeLayer()] }));
    expect(button('Export features')).toBeDefined();
  });

  it('offers to add a layer when no layer has features', async () => {
    const layers = [fakeLayer({ hasFeatures: false }), fakeLayer({ id: 'broken', status: 'failed' })];
    const { person, openTool } = await dataRig({ layers });
    expect(screen.getByRole('status').textContent).toContain('No layers on this map can be exported');
    await person.click(button('Add a layer'));
    expect(openTool).toHaveBeenCalledWith('add');
  });
});
