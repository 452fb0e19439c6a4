import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { mapAudienceSchema } from '../../../../wire/map-audience.ts';
import { audienceFor, AudienceContext } from '../../../context/audience.ts';
import { OpenToolContext } from '../../../context/open-map.ts';
import { copyStyle, type LayerUse, openMissingFields } from '../../../map/configure/configure.ts';
import {
  moveLayer,
  placeLayer,
  removeLayer,
  renameLayer,
  setLayerOpacity,
  setSublayerVisible,
} from '../../../map/layers/arrange-layers.ts';
import { setLayerLabels } from '../../../map/layers/label-layer.ts';
import { setLayerFilter } from '../../../map/layers/layer-fields.ts';
import { duplicateLayer, groupLayer, moveToGroup, ungroupLayer } from '../../../map/layers/make-layers.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { LayerState, MapState } from '../../../map/map-state.ts';
import { createStore } from '../../../store.ts';
import { shownTable } from '../../../map/table/feature-table.ts';
import { LayersPanel } from './layers-panel.tsx';

vi.mock('../../../map/layers/arrange-layers.ts', () => ({
  moveLayer: vi.fn<typeof moveLayer>(),
  placeLayer: vi.fn<typeof placeLayer>(),
  removeLayer: vi.fn<typeof removeLayer>(),
  renameLayer: vi.fn<typeof renameLayer>(),
  setLayerOpacity: vi.fn<typeof setLayerOpacity>(),
  setSublayerVisible: vi.fn<typeof setSublayerVisible>(),
}));
vi.mock('../../../map/layers/make-layers.ts', () => ({
  canLeave: () => true,
  canUngroup: () => true,
  duplicateLayer: vi.fn<typeof duplicateLayer>(),
  ungroupLayer: vi.fn<typeof ungroupLayer>(),
  groupOf: () => undefined,
  groupsFor: () => [{ id: 'g', title: 'Traffic' }],
  groupLayer: vi.fn<typeof groupLayer>(),
  moveToGroup: vi.fn<typeof moveToGroup>(),
}));
vi.mock('../../../map/layers/label-layer.ts', () => ({ setLayerLabels: vi.fn<typeof setLayerLabels>() }));
vi.mock('../../../map/layers/layer-fields.ts', () => ({
  layerFields: vi.fn<() => Promise<unknown[]>>(async () => []),
  setLayerFilter: vi.fn<typeof setLayerFilter>(),
}));
vi.mock('../../../map/configure/configure.ts', async (original) => ({
  ...(await original<object>()),
  styleTargets: async () => [{ id: 'parks', title: 'Parks' }],
  copyStyle: vi.fn<typeof copyStyle>(),
  openMissingFields: vi.fn<typeof openMissingFields>(async (_model, _layer, part) => ({
    state: createStore<readonly string[]>(missing[part] ?? []),
    close: () => {},
  })),
}));

/** The fields that parts of the layer read although it does not have them. */
let missing: Partial<Record<LayerUse, string[]>> = {};
afterEach(() => {
  missing = {};
  vi.clearAllMocks();
});

async function rig(
  layers: LayerState[],
  state: Partial<MapState> = {},
  { signedIn = false, audience = audienceFor(undefined, false) } = {},
) {
  const map = fakeMapModel({ layers, ...state });
  const openTool = vi.fn<(id: string) => void>();
  const context = await fakeContext({ signedIn });
  const view = show(
    <MapModelContext value={map.model}>
      <OpenToolContext value={openTool}>
        <AudienceContext value={audience}>
          <LayersPanel />
        </AudienceContext>
      </OpenToolContext>
    </MapModelContext>,
    { context },
  );
  const choose = async (layer: string, command: string) => {
    await view.person.click(screen.getByRole('button', { name: `More actions for ${layer}` }));
    await view.person.click(await screen.findByRole('menuitem', { name: command }));
  };
  return { ...view, ...map, openTool, context, choose };
}

const two = () => [fakeLayer(), fakeLayer({ id: 'parks', title: 'Parks', visible: false })];

describe('the layer list', () => {
  it('is a skeleton while the map loads', async () => {
    await rig([], { status: 'opening' });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
  });

  it('links to adding when there are no layers', async () => {
    const { person, openTool } = await rig([]);
    await person.click(screen.getByRole('button', { name: /Add/ }));
    expect(openTool).toHaveBeenCalledWith('add');
  });

  it('shows which layers are visible, and toggles them', async () => {
    const { person, model } = await rig(two());
    const parks = screen.getByRole('button', { name: 'Show Parks' });
    expect(parks.getAttribute('aria-pressed')).toBe('false');
    await person.click(parks);
    expect(model.setLayerVisible).toHaveBeenCalledWith('parks', true);
    expect(parks.getAttribute('aria-pressed')).toBe('true');
  });

  it('shows the layers of a group inside it', async () => {
    await rig([
      fakeLayer({ id: 'g', title: 'Traffic', kind: 'group', hasFeatures: false, children: [fakeLayer()] }),
    ]);
    const [group] = screen.getAllByRole('listitem');
    expect(group && within(group).getByRole('button', { name: 'Stops' })).toBeDefined();
  });

  it('shows and hides the parts of a service', async () => {
    const sublayers = [
      {
        id: 4,
        title: 'Roads',
        visible: true,
        children: [{ id: 7, title: 'Streets', visible: true, children: [] }],
      },
    ];
    const cadastre = fakeLayer({ id: 'cadastre', title: 'Cadastre', kind: 'map-image', sublayers });
    const { person, model } = await rig([cadastre]);
    await person.click(screen.getByRole('button', { name: 'Cadastre' }));
    await person.click(screen.getByRole('button', { name: 'Show Streets' }));
    expect(setSublayerVisible).toHaveBeenCalledWith(model, 'cadastre', 7, false);
  });

  it('names a layer without a title', async () => {
    await rig([fakeLayer({ title: '' })]);
    expect(screen.getByRole('button', { name: /^More actions for ./ })).toBeDefined();
  });
});

describe('a layer moved by keyboard', () => {
  const group = (children: LayerState[]) =>
    fakeLayer({ id: 'g', title: 'Traffic', kind: 'group', hasFeatures: false, children });
  const stops = fakeLayer();
  const parks = fakeLayer({ id: 'parks', title: 'Parks' });
  const lines = fakeLayer({ id: 'lines', title: 'Lines' });

  async function lift(layers: LayerState[], title: string) {
    const view = await rig(layers);
    const press = async (key: string, announced: string) => {
      await view.person.keyboard(key);
      await waitFor(() => expect(screen.getByRole('status').textContent).toBe(announced));
    };
    screen.getByRole('button', { name: `Move ${title}` }).focus();
    return { ...view, press };
  }

  it('goes into a group and below it', async () => {
    const { press, model } = await lift([stops, group([lines]), parks], 'Stops');
    await press(' ', 'Position 1 of 3.');
    await press('{ArrowDown}', 'Traffic: Position 1 of 2.');
    await press('{ArrowDown}', 'Traffic: Position 2 of 2.');
    await press('{ArrowDown}', 'Position 2 of 3.');
    await press('{ArrowUp}', 'Traffic: Position 2 of 2.');
    await press(' ', 'Traffic: Dropped at position 2 of 2.');
    expect(vi.mocked(placeLayer).mock.calls).toEqual([[model, 'stops', 'g', 1]]);
  });

  it('goes into an empty group', async () => {
    const { press, model } = await lift([stops, group([])], 'Stops');
    await press(' ', 'Position 1 of 2.');
    await press('{ArrowDown}', 'Traffic: Position 1 of 1.');
    await press(' ', 'Traffic: Dropped at position 1 of 1.');
    expect(placeLayer).toHaveBeenCalledWith(model, 'stops', 'g', 0);
  });

  it('goes out of its group, and takes the focus to its new place', async () => {
    const { press, model, set } = await lift([group([stops, lines])], 'Lines');
    await press(' ', 'Traffic: Position 2 of 2.');
    await press('{ArrowDown}', 'Position 2 of 2.');
    await press('{ArrowDown}', 'Position 2 of 2.');
    await press(' ', 'Dropped at position 2 of 2.');
    expect(placeLayer).toHaveBeenCalledWith(model, 'lines', undefined, 1);
    act(() => set({ layers: [group([stops]), lines] }));
    const grip = screen.getByRole('button', { name: 'Move Lines' });
    await waitFor(() => expect(document.activeElement).toBe(grip));
  });

  it('stays where it is when that is cancelled', async () => {
    const { press } = await lift([stops, group([lines])], 'Stops');
    await press(' ', 'Position 1 of 2.');
    await press('{ArrowDown}', 'Traffic: Position 1 of 2.');
    await press('{Escape}', 'Stops wasn’t moved.');
    expect(placeLayer).not.toHaveBeenCalled();
  });

  it('is movable only where there is another place', async () => {
    const canBeMoved = (title: string) =>
      !screen.getByRole<HTMLButtonElement>('button', { name: `Move ${title}` }).disabled;
    const { set } = await rig([group([lines])]);
    expect([canBeMoved('Traffic'), canBeMoved('Lines')]).toEqual([false, true]);
    // The layers of one service or feature collection stay together.
    act(() => set({ layers: [{ ...group([lines]), kind: 'knowledge-graph' }, parks] }));
    expect([canBeMoved('Traffic'), canBeMoved('Lines')]).toEqual([true, false]);
  });
});

describe('the menu of a layer', () => {
  it('zooms to it, and opens its table', async () => {
    const { choose, model } = await rig(two());
    await choose('Stops', 'Zoom to layer');
    expect(model.goToLayer).toHaveBeenCalledWith('stops');
    await choose('Stops', 'Open table');
    expect(shownTable(model).get()).toBe('stops');
  });

  it('moves it up and down within the list', async () => {
    const { person, choose, model } = await rig(two());
    await choose('Stops', 'Move down');
    expect(moveLayer).toHaveBeenCalledWith(model, 'stops', 1);
    await person.click(screen.getByRole('button', { name: 'More actions for Stops' }));
    const up = await screen.findByRole('menuitem', { name: 'Move up' });
    expect(up.getAttribute('aria-disabled')).toBe('true');
  });

  it('toggles labels where there are any', async () => {
    const { choose, model } = await rig([fakeLayer({ labels: true })]);
    await choose('Stops', 'Hide labels');
    expect(setLayerLabels).toHaveBeenCalledWith(model, 'stops', false);
  });

  it('of a layer without features has no table and no filter', async () => {
    const { person } = await rig([fakeLayer({ kind: 'vector-tile', hasFeatures: false })]);
    await person.click(screen.getByRole('button', { name: 'More actions for Stops' }));
    const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(names).not.toContain('Open table');
    expect(names).toContain('Remove');
  });

  it('stays as it is while the layer loads', async () => {
    const loading = fakeLayer({ status: 'loading', hasFeatures: false });
    const { person, set } = await rig([loading]);
    await person.click(screen.getByRole('button', { name: 'More actions for Stops' }));
    const names = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    const before = names();
    act(() => set({ layers: [fakeLayer({ labels: true, editable: true })] }));
    expect(names()).toEqual(before);
    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('button', { name: 'More actions for Stops' }));
    expect(names()).toContain('Open table');
  });

  it('renames it, but not to nothing', async () => {
    const { person, choose, model } = await rig(two());
    await choose('Stops', 'Rename…');
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    await person.clear(title);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(true);
    await person.type(title, ' Halts {Enter}');
    expect(renameLayer).toHaveBeenCalledWith(model, 'stops', 'Halts');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens its style in place of the list, and returns to it', async () => {
    const { person, choose } = await rig(two());
    await choose('Stops', 'Style…');
    expect(screen.getByRole('region', { name: 'Style of Stops' })).toBeDefined();
    expect(screen.queryByRole('listitem')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Back to layers' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More actions for Stops');
  });

  it('copies it and its style, and groups it', async () => {
    const { person, choose, model } = await rig(two());
    await choose('Stops', 'Duplicate');
    expect(duplicateLayer).toHaveBeenCalledWith(model, 'stops', 'Stops (copy)');
    await choose('Stops', 'Ungroup');
    expect(ungroupLayer).toHaveBeenCalledWith(model, 'stops');
    await choose('Stops', 'Copy style to…');
    await person.click(await screen.findByRole('checkbox', { name: 'Parks' }));
    await person.click(screen.getByRole('button', { name: 'Copy style' }));
    expect(copyStyle).toHaveBeenCalledWith(model, 'stops', ['parks']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('Stops', 'Group…');
    await person.type(await screen.findByRole('textbox', { name: 'Title' }), 'Lines{Enter}');
    expect(groupLayer).toHaveBeenCalledWith(model, 'stops', 'Lines');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('Stops', 'Group…');
    await person.click(await screen.findByRole('combobox', { name: 'Group' }));
    await person.click(await screen.findByRole('option', { name: 'Traffic' }));
    await person.click(screen.getByRole('button', { name: 'Apply' }));
    expect(moveToGroup).toHaveBeenCalledWith(model, 'stops', 'g');
  });

  it.each([
    [
      'grouped',
      'Group…',
      (list: LayerState[]) => [fakeLayer({ id: 'g', title: 'Traffic', children: list.slice(0, 1) })],
      'Stops',
    ],
    ['removed', 'Remove', (list: LayerState[]) => list.slice(1), 'Parks'],
  ])('keeps the focus in the list when it is %s', async (_what, command, after, focused) => {
    const layers = two();
    const { person, choose, set } = await rig(layers);
    await choose('Stops', command);
    if (command === 'Group…') await person.click(await screen.findByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    act(() => set({ layers: after(layers) }));
    const button = screen.getByRole('button', { name: `More actions for ${focused}` });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('shows why it cannot be copied', async () => {
    vi.mocked(duplicateLayer).mockRejectedValue(new MappingError('layer:failed', 'No response'));
    const { choose } = await rig(two());
    await choose('Stops', 'Duplicate');
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t be loaded.');
  });

  it('removes it, and undo restores it', async () => {
    const undo = vi.fn<() => void>();
    vi.mocked(removeLayer).mockReturnValue(undo);
    const { person, choose, model } = await rig(two());
    await choose('Stops', 'Remove');
    expect(removeLayer).toHaveBeenCalledWith(model, 'stops');
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });
});

describe('a layer opened in the list', () => {
  it('is made transparent by keyboard', async () => {
    const { person, model } = await rig([fakeLayer({ opacity: 0.5 })]);
    await person.click(screen.getByRole('button', { name: 'Stops' }));
    const slider = screen.getByRole('slider', { name: 'Opacity of Stops' });
    expect(slider.getAttribute('aria-valuetext')).toBe('50%');
    slider.focus();
    await person.keyboard('{ArrowRight}');
    expect(setLayerOpacity).toHaveBeenCalledWith(model, 'stops', 0.51);
  });
});

describe('a filtered layer', () => {
  it('is marked, and one click shows everything again', async () => {
    const { person, model } = await rig([fakeLayer({ filter: "name = 'a'" })]);
    screen.getByText('Filtered').closest<HTMLElement>('[role=button]')?.focus();
    await person.keyboard('{Delete}');
    expect(setLayerFilter).toHaveBeenCalledWith(model, 'stops', '');
  });
});

describe('a layer that lacks a field', () => {
  it('names the field of its style, and expanded also that of its popup', async () => {
    missing = { style: ['storeys'], popup: ['owner'] };
    const { person } = await rig([fakeLayer()]);
    expect((await screen.findByRole('note')).textContent).toMatch(/field .*storeys.* no longer exists/);
    expect(screen.queryByText(/owner/)).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Stops' }));
    expect(await screen.findByText(/owner/)).toBeTruthy();
  });

  it('is not reported to readers who cannot change the map', async () => {
    missing = { style: ['storeys'] };
    const reader = audienceFor(mapAudienceSchema.parse({ preset: 'viewer' }), true);
    await rig([fakeLayer()], {}, { audience: reader });
    expect(screen.queryByRole('note')).toBeNull();
    expect(openMissingFields).not.toHaveBeenCalled();
  });
});

describe('an incomplete layer', () => {
  const error = new MappingError('layer:server-failed', 'Failed', { status: 504 });

  it('shows that features are missing, and draws it again', async () => {
    const { person, model } = await rig([fakeLayer({ incomplete: error })]);
    expect(screen.getByRole('alert').textContent).toContain('Its server reported an error.');
    await person.click(screen.getByRole('button', { name: 'Load Stops again' }));
    expect(model.retryLayer).toHaveBeenCalledWith('stops');
  });

  it('that is hidden shows nothing of it', async () => {
    await rig([fakeLayer({ incomplete: error, visible: false })]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a failed layer', () => {
  const broken = (id: string, status = 500) =>
    fakeLayer({ status: 'failed', error: new MappingError(id, 'It is down', { status }) });

  it('shows why, and is retried', async () => {
    const { person, model } = await rig([broken('layer:failed')]);
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t be loaded.');
    await person.click(within(screen.getByRole('alert')).getByRole('button'));
    expect(model.retryLayer).toHaveBeenCalledWith('stops');
  });

  it.each([
    ['portal:token-required', 0],
    ['portal:not-permitted', 401],
    ['portal:not-permitted', 403],
    ['portal:invalid-token', 498],
    ['portal:token-required', 499],
  ])('with %s (%i) prompts visitors to sign in', async (id, status) => {
    const { person, context } = await rig([broken(id, status)]);
    await person.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('of an unsupported kind is not retried', async () => {
    const values = { kind: 'HologramLayer' };
    const faults = [{ path: 'layerType', message: 'No', values }];
    const error = new MappingError('layer:unsupported-kind', 'No', { status: 0, faults });
    await rig([fakeLayer({ status: 'failed', error })]);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('“HologramLayer”');
    expect(within(alert).queryByRole('button')).toBeNull();
  });

  it('of the basemap is named with the reason', async () => {
    const { set } = await rig([fakeLayer()]);
    const error = new MappingError('layer:not-found', 'No', { status: 404 });
    act(() => set({ basemapFailures: [{ id: 'b', title: 'City plan', error, isDrawn: false }] }));
    const alert = within(screen.getByRole('region', { name: 'Basemap' })).getByRole('alert');
    expect(alert.textContent).toMatch(/City plan.*no longer exists/);
    expect(within(alert).queryByRole('button')).toBeNull();
  });

  it('recovers in place', async () => {
    const { set } = await rig([broken('layer:failed')]);
    act(() => set({ layers: [fakeLayer()] }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
