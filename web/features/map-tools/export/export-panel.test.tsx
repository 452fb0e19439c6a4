import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { OpenToolContext } from '../../../context/open-map.ts';
import { layerData } from '../../../map/export/layer-data.ts';
import { legendOf } from '../../../map/export/legend.ts';
import { takePicture } from '../../../map/map-picture/map-picture.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { MapState } from '../../../map/map-state.ts';
import { saveFile } from '../../../ui/browser.ts';
import { ExportPanel } from './export-panel.tsx';
import { writePdf } from './write-pdf.ts';
import { writePng } from './write-png.ts';

vi.mock('../../../ui/browser.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }));
vi.mock('../../../map/export/layer-data.ts', () => ({ layerData: vi.fn<typeof layerData>() }));
vi.mock('../../../map/export/legend.ts', () => ({ legendOf: vi.fn<typeof legendOf>() }));
vi.mock('../../../map/map-picture/map-picture.ts', () => ({
  longestSide: 4096,
  mapSize: () => ({ width: 800, height: 600 }),
  takePicture: vi.fn<typeof takePicture>(),
}));
vi.mock('./write-pdf.ts', () => ({ writePdf: vi.fn<typeof writePdf>() }));
vi.mock('./write-png.ts', () => ({ writePng: vi.fn<typeof writePng>() }));

const content = new Blob(['file']);
const picture = { dataUrl: 'data:image/png;base64,', width: 8, height: 6, metresPerPixel: 1, rotation: 0 };

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(takePicture).mockResolvedValue(picture);
  vi.mocked(legendOf).mockResolvedValue({ groups: [], missing: [] });
  vi.mocked(writePdf).mockResolvedValue(content);
  vi.mocked(writePng).mockResolvedValue(content);
});

async function rig(state: Partial<MapState> = { layers: [fakeLayer()] }) {
  const map = fakeMapModel({ attribution: ['© Someone'], ...state });
  const openTool = vi.fn<(id: string) => void>();
  const view = show(
    <MapModelContext value={map.model}>
      <OpenToolContext value={openTool}>
        <ExportPanel />
      </OpenToolContext>
    </MapModelContext>,
    { context: await fakeContext() },
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
    expect(writePdf).toHaveBeenCalledWith(
      expect.objectContaining({ width: 297, height: 420, legend: undefined }),
      expect.objectContaining({ title: 'My city', credits: '© Someone', picture }),
    );
    expect(legendOf).not.toHaveBeenCalled();
  });

  it('includes a legend unless it is switched off', async () => {
    const { person } = await rig();
    await person.click(button('Create file'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(legendOf).toHaveBeenCalledOnce();
  });

  it('names the layers whose symbols the legend lacks', async () => {
    vi.mocked(legendOf).mockResolvedValue({ groups: [], missing: ['Parks', 'Roads'] });
    const { person } = await rig();
    await person.click(button('Create file'));
    expect((await screen.findByRole('alert')).textContent).toContain('Parks and Roads');
    expect(saveFile).toHaveBeenCalledOnce();
  });

  it('waits for the map', async () => {
    const { set } = await rig({ status: 'opening' });
    expect(button('Create file').disabled).toBe(true);
    act(() => set({ status: 'ready' }));
    expect(button('Create file').disabled).toBe(false);
  });

  it('runs once, however often it is requested', async () => {
    let finish: (blob: Blob) => void = () => {};
    vi.mocked(writePdf).mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const { person } = await rig();
    await person.click(button('Create file'));
    await waitFor(() => expect(button('Create file').disabled).toBe(true));
    await person.type(screen.getByRole('textbox', { name: 'Title' }), '{Enter}');
    await waitFor(() => expect(writePdf).toHaveBeenCalled());
    act(() => finish(content));
    await waitFor(() => expect(button('Create file').disabled).toBe(false));
    expect(saveFile).toHaveBeenCalledOnce();
    expect(takePicture).toHaveBeenCalledOnce();
  });

  it('shows why it failed, and retries', async () => {
    vi.mocked(takePicture).mockRejectedValueOnce(
      new MappingError('layer:timeout', 'Timeout', { status: 504 }),
    );
    const { person } = await rig();
    await person.click(button('Create file'));
    expect((await screen.findByRole('alert')).textContent).toContain('The layer didn’t respond.');
    await person.click(button('Try again'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
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
