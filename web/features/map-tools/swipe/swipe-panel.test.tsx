import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { createStore } from '../../../store.ts';
import { startSwipe, type Swipe } from '../../../map/swipe/swipe.ts';
import { SwipePanel } from './swipe-panel.tsx';

vi.mock('../../../map/swipe/swipe.ts', () => ({ startSwipe: vi.fn<typeof startSwipe>() }));

const swipe = {
  setLayers: vi.fn<Swipe['setLayers']>(),
  setDirection: vi.fn<Swipe['setDirection']>(),
  position: createStore(25),
  setPosition: vi.fn<Swipe['setPosition']>(),
  close: vi.fn<() => void>(),
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(startSwipe).mockResolvedValue(swipe);
});

function rig() {
  const map = fakeMapModel({ layers: [fakeLayer(), fakeLayer({ id: 'parks', title: 'Parks' })] });
  const view = show(
    <MapModelContext value={map.model}>
      <SwipePanel />
    </MapModelContext>,
  );
  return { ...view, ...map };
}

describe('the swipe panel', () => {
  it('starts with the topmost layer, side by side', async () => {
    rig();
    await waitFor(() => expect(swipe.setLayers).toHaveBeenLastCalledWith(['stops']));
    expect(swipe.setDirection).toHaveBeenLastCalledWith('horizontal');
  });

  it('starts with the topmost layer that is drawn, and leaves out those that failed', async () => {
    const { person, set } = rig();
    act(() => set({ layers: [fakeLayer({ status: 'failed' }), fakeLayer({ id: 'parks', title: 'Parks' })] }));
    await waitFor(() => expect(swipe.setLayers).toHaveBeenLastCalledWith(['parks']));
    await person.click(screen.getByRole('combobox'));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Parks']);
  });

  it('switches to another layer', async () => {
    const { person } = rig();
    await person.click(screen.getByRole('combobox'));
    await person.click(await screen.findByRole('option', { name: 'Parks' }));
    await waitFor(() => expect(swipe.setLayers).toHaveBeenLastCalledWith(['parks']));
  });

  it('changes direction, and always has one', async () => {
    const { person } = rig();
    const [, upDown] = screen.getAllByRole('button');
    if (!upDown) throw new Error('There is no second direction.');
    await person.click(upDown);
    await person.click(upDown);
    await waitFor(() => expect(swipe.setDirection).toHaveBeenLastCalledWith('vertical'));
    expect(upDown.getAttribute('aria-pressed')).toBe('true');
  });

  it('moves the handle without dragging, and follows it', async () => {
    const { person } = rig();
    const slider = await screen.findByRole('slider', { name: 'Swipe' });
    expect(slider).toHaveProperty('value', '25');
    act(() => swipe.position.set(40));
    await waitFor(() => expect(slider).toHaveProperty('value', '40'));
    act(() => slider.focus());
    await person.keyboard('{ArrowRight}');
    expect(swipe.setPosition).toHaveBeenLastCalledWith(41);
  });

  it('switches to another layer when the selected one is removed', async () => {
    const { set } = rig();
    await waitFor(() => expect(swipe.setLayers).toHaveBeenCalled());
    act(() => set({ layers: [fakeLayer({ id: 'parks', title: 'Parks' })] }));
    await waitFor(() => expect(swipe.setLayers).toHaveBeenLastCalledWith(['parks']));
  });

  it('ends swiping when it closes', async () => {
    const { unmount } = rig();
    await waitFor(() => expect(swipe.setLayers).toHaveBeenCalled());
    unmount();
    expect(swipe.close).toHaveBeenCalledOnce();
  });

  it('shows instructions once the handle is ready', async () => {
    let begin: () => void = () => {};
    vi.mocked(startSwipe).mockReturnValue(new Promise((resolve) => (begin = () => resolve(swipe))));
    rig();
    expect(screen.getByText('Loading')).toBeDefined();
    await act(async () => begin());
    expect(screen.getByText(/Drag the handle across the map/)).toBeDefined();
  });

  it('keeps choices made before the handle was ready', async () => {
    let begin: () => void = () => {};
    vi.mocked(startSwipe).mockReturnValue(new Promise((resolve) => (begin = () => resolve(swipe))));
    const { person } = rig();
    act(() => screen.getByRole('combobox', { name: 'Layer' }).focus());
    await person.keyboard('{Enter}{ArrowDown}{Enter}');
    await person.tab();
    await person.keyboard('{ArrowRight} ');
    await act(async () => begin());
    expect(swipe.setLayers).toHaveBeenCalledExactlyOnceWith(['parks']);
    expect(swipe.setDirection).toHaveBeenCalledExactlyOnceWith('vertical');
  });

  it('reports code that fails to load, and retries', async () => {
    vi.mocked(startSwipe).mockRejectedValueOnce(new Error('No code'));
    const { person } = rig();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('combobox')).toBeNull();
    await person.click(again);
    await waitFor(() => expect(swipe.setLayers).toHaveBeenLastCalledWith(['stops']));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
