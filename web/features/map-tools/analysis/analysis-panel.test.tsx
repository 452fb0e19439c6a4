import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch, type LoggedRequest } from '../../../../testing/web/fake-fetch.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import {
  type AnalysisLayer,
  type AnalysisResult,
  type AnalysisSession,
  openAnalysis,
  type RunOptions,
} from '../../../map/analysis/analysis.ts';
import { askForPart } from '../../../context/tool-part.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { Selected } from '../../../map/select/selected.ts';
import { createStore } from '../../../store.ts';
import { AnalysisPanel } from './analysis-panel.tsx';

vi.mock('../../../map/analysis/analysis.ts', async (original) => ({
  ...(await original<object>()),
  openAnalysis: vi.fn<typeof openAnalysis>(),
}));

const layers: readonly AnalysisLayer[] = [
  { id: 'stops', title: 'Stops', shape: 'point' },
  { id: 'parks', title: 'Parks', shape: 'polygon' },
];
const outcome = { layerId: 'new', features: 12, repaired: 0, unsaved: 0 };
const offered = createStore(layers);
const run = vi.fn<AnalysisSession['run']>();
const runAgain = vi.fn<AnalysisSession['runAgain']>();
const hostedInputs = vi.fn<AnalysisSession['hostedInputs']>();
const addHosted = vi.fn<AnalysisSession['addHosted']>();
const results = createStore<readonly AnalysisResult[]>([]);
const selected = createStore<Selected>(new Map());

beforeEach(() => {
  vi.clearAllMocks();
  run.mockResolvedValue(outcome);
  runAgain.mockResolvedValue(outcome);
  hostedInputs.mockResolvedValue(undefined);
  addHosted.mockResolvedValue();
  localStorage.clear();
  results.set([]);
  selected.set(new Map());
  offered.set(layers);
  vi.mocked(openAnalysis).mockImplementation(async () => ({
    layers: offered,
    results,
    selected,
    fields: async () => [{ name: 'kind', title: 'Kind', kind: 'text' }],
    run,
    runAgain,
    hostedInputs,
    addHosted,
    close: () => {},
  }));
});

async function rig(parts: Parameters<typeof fakeContext>[0] = {}) {
  const context = await fakeContext(parts);
  const view = show(
    <MapModelContext value={fakeMapModel().model}>
      <AnalysisPanel />
    </MapModelContext>,
    { context },
  );
  const choose = async (label: string, option: string) => {
    await view.person.click(await screen.findByRole('combobox', { name: label }));
    await view.person.click(await screen.findByRole('option', { name: option }));
  };
  const start = async () => view.person.click(await screen.findByRole('button', { name: 'Run' }));
  return { ...view, choose, start };
}

describe('an analysis', () => {
  it('runs with layers whose shapes suit the tool', async () => {
    const { choose, start } = await rig();
    await choose('Tool', 'Aggregate points');
    await start();
    expect(await screen.findByText('Added a layer with 12 features.')).toBeDefined();
    expect(run.mock.lastCall?.[0]).toMatchObject({ tool: 'aggregate', input: 'stops', other: 'parks' });
    expect(run.mock.lastCall?.[1]).toBe('Aggregate points: Stops, Parks');
  });

  it('begins with the tool that the command palette asked for', async () => {
    askForPart('analysis', 'dissolve');
    await rig();
    expect((await screen.findByRole('combobox', { name: 'Tool' })).textContent).toBe('Dissolve');
    act(() => askForPart('analysis', 'hull'));
    expect(screen.getByRole('combobox', { name: 'Tool' }).textContent).toBe('Convex hull');
  });

  it('has the same layer for the next run, although its result is the first layer now', async () => {
    const { start } = await rig();
    await start();
    await screen.findByText('Added a layer with 12 features.');
    act(() => offered.set([{ id: 'new', title: 'Buffer: Stops', shape: 'polygon' }, ...layers]));
    expect(screen.getByRole('combobox', { name: 'Layer' }).textContent).toBe('Stops');
    await start();
    expect(run.mock.lastCall?.[0]).toMatchObject({ input: 'stops' });
  });

  it('gives the result of long titles one that an item may have', async () => {
    offered.set(layers.map((layer) => ({ ...layer, title: `Buffer: ${'Stops, '.repeat(40)}` })));
    const { choose, start } = await rig();
    await choose('Tool', 'Aggregate points');
    await start();
    await waitFor(() => expect(run.mock.lastCall?.[1]).toMatch(/^Aggregate points: Buffer: Stops.*…$/));
    expect(run.mock.lastCall?.[1].length).toBeLessThan(250);
  });

  it('uses only selected features when that is chosen', async () => {
    selected.set(new Map([['stops', [1, 2]]]));
    const { person, start } = await rig();
    await person.click(await screen.findByRole('switch', { name: 'Only the 2 selected features' }));
    await start();
    await waitFor(() => expect(run.mock.lastCall?.[0]).toMatchObject({ tool: 'buffer', onlySelected: true }));
  });

  it('needs a distance, and layers that suit the tool', async () => {
    const { person, choose } = await rig();
    await person.clear(await screen.findByLabelText('Distance in metres'));
    expect(screen.getByRole('button', { name: 'Run' })).toHaveProperty('disabled', true);
    await choose('Tool', 'Union');
    expect(screen.getByText('The map has no layers that suit this tool.')).toBeDefined();
  });

  it('keeps the distance for the next tool that needs one', async () => {
    results.set([
      {
        layerId: 'new',
        title: 'Centres',
        url: undefined,
        recipe: { tool: 'centroids', input: 'parks', onlySelected: false },
      },
    ]);
    const { person, choose, start } = await rig();
    const distance = await screen.findByLabelText('Distance in metres');
    await person.clear(distance);
    expect(screen.queryByText('The map has no layers that suit this tool.')).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Layer' }).textContent).toBe('Stops');
    await person.type(distance, '75');
    await person.click(screen.getByRole('button', { name: /^Centres/ }));
    await start();
    await choose('Tool', 'Grid with counts');
    expect(screen.getByLabelText('Size in metres')).toHaveProperty('value', '75');
    await start();
    await waitFor(() => expect(run.mock.lastCall?.[0]).toMatchObject({ tool: 'grid', metres: 75 }));
  });

  it('opens the recipe of a result that was made without a field as it was', async () => {
    const recipe = { tool: 'dissolve', input: 'parks', onlySelected: false } as const;
    results.set([{ layerId: 'new', title: 'All parks', url: undefined, recipe }]);
    const { person, choose, start } = await rig();
    await choose('Tool', 'Dissolve');
    await choose('By the values of', 'Kind');
    await start();
    await waitFor(() => expect(run.mock.lastCall?.[0]).toMatchObject({ field: 'kind' }));
    await person.click(screen.getByRole('button', { name: /^All parks/ }));
    await start();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    expect(run.mock.lastCall?.[0]).toEqual({ ...recipe, field: undefined });
  });

  it('runs without a field of another layer or for another kind of tool', async () => {
    offered.set([...layers, { id: 'woods', title: 'Woods', shape: 'polygon' }]);
    const { choose, start } = await rig();
    await choose('Tool', 'Dissolve');
    await choose('By the values of', 'Kind');
    await choose('Layer', 'Woods');
    await start();
    await waitFor(() => expect(run.mock.lastCall?.[0]).toMatchObject({ input: 'woods', field: undefined }));
    await choose('By the values of', 'Kind');
    await choose('Tool', 'Aggregate points');
    await start();
    await waitFor(() =>
      expect(run.mock.lastCall?.[0]).toMatchObject({ tool: 'aggregate', field: undefined }),
    );
  });

  it('shows its progress and can be cancelled', async () => {
    let options: RunOptions | undefined;
    run.mockImplementation((_recipe, _title, given) => {
      options = given;
      given.onProgress(0.4);
      return new Promise(() => {});
    });
    const { person, start } = await rig();
    await start();
    const progress = await screen.findByRole('progressbar', { name: 'Progress of the analysis' });
    expect(progress.getAttribute('aria-valuenow')).toBe('40');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(options?.signal.aborted).toBe(true);
    expect(screen.getByRole('button', { name: 'Run' })).toBeDefined();
  });

  it('reports errors, repaired shapes and features that are not saved', async () => {
    run.mockRejectedValueOnce(new MappingError('analysis:no-result', 'Nothing'));
    const { start } = await rig();
    await start();
    expect((await screen.findByRole('alert')).textContent).toContain('The result is empty');
    run.mockResolvedValueOnce({ ...outcome, features: 10_005, repaired: 2, unsaved: 5 });
    await start();
    expect((await screen.findByText(/10,005 features/)).textContent).toMatch(/2 shapes.*other 5/);
  });
});

it('a result is made again from its recipe', async () => {
  const result: AnalysisResult = {
    layerId: 'old',
    title: 'Near stops',
    recipe: { tool: 'clip', input: 'stops', onlySelected: false, other: 'gone' },
    url: undefined,
  };
  results.set([result]);
  const { person } = await rig();
  expect(await screen.findByText('Clip · Stops · Missing layer')).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Run again: Near stops' }));
  expect(runAgain.mock.lastCall?.[0]).toBe(result);
});

describe('on the server', () => {
  const job = {
    jobId: 'j1',
    serviceItemId: 'i1',
    serviceurl: 'https://maps.test/server/rest/services/R/FeatureServer',
  };
  const embedded = { signedIn: true, portal: { id: 'p1', name: 'Portal', uploadPreviews: true } };
  const inputs = {
    input: { url: 'https://maps.test/server/rest/services/S/FeatureServer/0' },
    wkid: 102_100,
  };
  let status: object = {
    status: 'processing',
    progress: { stage: 'computing', share: 0.4, featureCount: 9 },
  };
  let sent: LoggedRequest[] = [];

  beforeEach(() => {
    status = { status: 'processing', progress: { stage: 'computing', share: 0.4, featureCount: 9 } };
    sent = fakeFetch({ '/analysis': job, '/cancel': { success: true }, '/status': () => status });
  });

  it('large hosted layers are computed, which the device remembers', async () => {
    hostedInputs.mockResolvedValue({ ...inputs, features: 60_000 });
    const first = await rig(embedded);
    expect(await first.screen.findByRole('switch', { name: 'Compute on the server' })).toHaveProperty(
      'checked',
      true,
    );
    await first.start();
    expect(await first.screen.findByText(/^Computing: 40/)).toBeDefined();
    expect(run).not.toHaveBeenCalled();
    const { params = {} } = sent.find(({ path }) => path.endsWith('/analysis')) ?? {};
    expect(JSON.parse(params['input'] ?? '')).toEqual(inputs.input);
    expect(JSON.parse(params['recipe'] ?? '')).toMatchObject({ tool: 'buffer', metres: 500 });
    first.unmount();
    status = { status: 'completed' };
    const { person } = await rig(embedded);
    await person.click(await screen.findByRole('button', { name: 'Add to the map' }));
    await waitFor(() => expect(addHosted.mock.lastCall?.[0]).toBe(job.serviceurl));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add to the map' })).toBeNull());
  });

  it('small ones are computed in the browser unless the user chooses the server', async () => {
    hostedInputs.mockResolvedValue({ ...inputs, features: 600 });
    const { person, start } = await rig(embedded);
    const choice = await screen.findByRole('switch', { name: 'Compute on the server' });
    expect(choice).toHaveProperty('checked', false);
    await start();
    expect(run).toHaveBeenCalledOnce();
    await person.click(choice);
    await start();
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/cancel'))).toBe(true));
  });

  it('what a browser cannot take is only computed there', async () => {
    hostedInputs.mockResolvedValue({ ...inputs, features: 300_000 });
    await rig(embedded);
    expect(await screen.findByRole('switch', { name: 'Compute on the server' })).toHaveProperty(
      'disabled',
      true,
    );
    expect(screen.getByText(/more than 200,000 features/)).toBeDefined();
  });

  it('is followed further when the server could not say how far it is', async () => {
    hostedInputs.mockResolvedValue({ ...inputs, features: 60_000 });
    const away = { httpStatus: 503, error: { code: 503, message: 'Unavailable', details: [] } };
    fakeFetch({ '/analysis': job, '/status': [away, status] });
    const { start } = await rig(embedded);
    await screen.findByRole('switch', { name: 'Compute on the server' });
    await start();
    expect(await screen.findByText(/^Computing: 40/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays in the list when it could not be cancelled', async () => {
    hostedInputs.mockResolvedValue({ ...inputs, features: 60_000 });
    fakeFetch({ '/analysis': job, '/cancel': new TypeError('Failed to fetch'), '/status': () => status });
    const { person, start } = await rig(embedded);
    await screen.findByRole('switch', { name: 'Compute on the server' });
    await start();
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the portal');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  });

  it('is not offered to visitors', async () => {
    hostedInputs.mockResolvedValue({ ...inputs, features: 60_000 });
    await rig();
    expect(await screen.findByRole('button', { name: 'Run' })).toBeDefined();
    expect(screen.queryByRole('switch', { name: 'Compute on the server' })).toBeNull();
  });
});
