import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { OpenToolContext } from '../../../context/open-map.ts';
import { editFeature } from '../../../map/edit/edit-feature.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { PopupAction } from '../../../map/popup-actions/popup-actions.ts';
import { offerPopupActions } from '../../../map/popup-actions/popup-actions.ts';
import { copyText } from '../../../ui/browser.ts';
import { featureLink, PopupActions } from './popup-actions.tsx';

vi.mock('../../../map/edit/edit-feature.ts', () => ({ editFeature: vi.fn<typeof editFeature>() }));
vi.mock('../../../map/popup-actions/popup-actions.ts', () => ({
  offerPopupActions: vi.fn<typeof offerPopupActions>(() => () => {}),
  reloadFeatures: vi.fn<() => Promise<void>>(),
}));
vi.mock('../../../ui/browser.ts', () => ({ copyText: vi.fn<typeof copyText>() }));

afterEach(() => vi.clearAllMocks());

const stop = { layerId: 'stops', objectId: 7, editable: true };

async function rig(at = '/demo/map/wid/m1') {
  const { model, set } = fakeMapModel();
  const openTool = vi.fn<(id: string, begin?: () => void) => void>();
  const view = show(
    <MapModelContext value={model}>
      <OpenToolContext value={openTool}>
        <PopupActions />
      </OpenToolContext>
    </MapModelContext>,
    { context: await fakeContext(), at, path: '/:org/map/:kind/:id' },
  );
  const action = (id: string): PopupAction => {
    const [, actions = []] = vi.mocked(offerPopupActions).mock.lastCall ?? [];
    const found = actions.find((one) => one.id === id);
    if (!found) throw new Error(`No action ${id}`);
    return found;
  };
  return { ...view, model, set, openTool, action };
}

it('a popup that could not be shown is reported, each time', async () => {
  const { set, person } = await rig();
  const fail = () => act(() => set({ popupFailure: { cause: new TypeError('Failed to fetch') } }));
  fail();
  expect(await screen.findByText(/^Something went wrong/)).toBeDefined();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(/^Something went wrong/)).toBeNull());
  fail();
  expect(await screen.findByText(/^Something went wrong/)).toBeDefined();
});

describe('the edit button', () => {
  it('opens the Edit tool with the feature', async () => {
    const { action, model, openTool } = await rig();
    action('edit-feature').run(stop);
    // The viewer asks first about unsaved work, also of the Edit tool itself.
    expect(editFeature).not.toHaveBeenCalled();
    const [tool, begin] = openTool.mock.lastCall ?? [];
    expect(tool).toBe('edit');
    begin?.();
    expect(editFeature).toHaveBeenCalledWith(model, stop);
  });

  it('is shown where the user may edit the feature', async () => {
    const { action } = await rig();
    expect(action('edit-feature').fits(stop)).toBe(true);
    expect(action('edit-feature').fits({ ...stop, editable: false })).toBe(false);
  });

  it('is hidden in a map without tools', async () => {
    const { action } = await rig('/demo/map/sid/abc?embed');
    expect(action('edit-feature').fits(stop)).toBe(false);
    expect(action('copy-link').fits(stop)).toBe(true);
  });
});

describe('the history button', () => {
  const history = { url: 'https://services.example/Trees/FeatureServer/0', since: 0 };

  it('is shown for features of a layer whose changes the user may see, in a map with tools', async () => {
    const { action } = await rig();
    expect(action('feature-history').fits(stop)).toBe(false);
    expect(action('feature-history').fits({ ...stop, history })).toBe(true);
    const embedded = await rig('/demo/map/sid/abc?embed');
    expect(embedded.action('feature-history').fits({ ...stop, history })).toBe(false);
  });

  it('opens the history of the feature', async () => {
    const { action, screen } = await rig();
    await act(async () => action('feature-history').run({ ...stop, history }));
    expect(await screen.findByRole('dialog', { name: 'History of this feature' })).toBeDefined();
  });
});

describe('the button to copy a link', () => {
  it('confirms that the link is copied', async () => {
    vi.mocked(copyText).mockResolvedValue(true);
    const { action } = await rig();
    await act(async () => action('copy-link').run(stop));
    expect(await screen.findByText('Link copied')).toBeDefined();
    expect(vi.mocked(copyText).mock.lastCall?.[0]).toContain('feature=stops%3A7');
  });

  it('shows the link when the browser cannot copy', async () => {
    vi.mocked(copyText).mockResolvedValue(false);
    const { action } = await rig();
    await act(async () => action('copy-link').run(stop));
    expect((await screen.findByText(/^Copy this link/)).textContent).toContain('stops%3A7');
  });
});

describe('the link of a feature', () => {
  const base = 'https://maps.example/demo/map/wid/m1';

  it('contains the viewpoint and the layers, but not the open tool', () => {
    const link = featureLink(`${base}#at=51.16,71.43,12,0&tool=layers&hide=parks`, stop);
    expect(link).toBe(`${base}#at=51.16,71.43,12,0&hide=parks&feature=stops%3A7`);
  });

  it('replaces the link of another feature', () => {
    expect(featureLink(`${base}#feature=parks%3A1`, stop)).toBe(`${base}#feature=stops%3A7`);
  });
});

it('the buttons are removed with the viewer', async () => {
  const leave = vi.fn<() => void>();
  vi.mocked(offerPopupActions).mockReturnValue(leave);
  const { unmount } = await rig();
  unmount();
  expect(leave).toHaveBeenCalled();
});
