import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { createStore } from '../../../store.ts';
import { openTime, type TimeControl, type TimeState } from '../../../map/time/time.ts';
import { TimePanel } from './time-panel.tsx';

vi.mock('../../../map/time/time.ts', () => ({ openTime: vi.fn<typeof openTime>() }));

const noon = (day: number) => Date.UTC(2025, 3, day, 12);
const april: TimeState = {
  status: 'ready',
  mode: 'time-window',
  stops: [noon(1), noon(8), noon(15), noon(22)],
  positions: [0, 1],
  playing: false,
  loop: true,
  pace: 2000,
};

function fakeTime(first: TimeState) {
  const state = createStore(first);
  const time = {
    state,
    timeZone: 'UTC',
    setPositions: vi.fn<TimeControl['setPositions']>(),
    play: vi.fn<TimeControl['play']>(),
    pause: vi.fn<TimeControl['pause']>(),
    next: vi.fn<TimeControl['next']>(),
    previous: vi.fn<TimeControl['previous']>(),
    setLoop: vi.fn<TimeControl['setLoop']>(),
    setPace: vi.fn<TimeControl['setPace']>(),
    close: vi.fn<TimeControl['close']>(),
  } satisfies TimeControl;
  return { time, set: (change: Partial<TimeState>) => act(() => state.set({ ...state.get(), ...change })) };
}

let fake = fakeTime(april);
beforeEach(() => {
  fake = fakeTime(april);
  vi.mocked(openTime).mockImplementation(async () => fake.time);
});

async function rig(change: Partial<TimeState> = {}) {
  fake = fakeTime({ ...april, ...change });
  const { model } = fakeMapModel();
  const view = show(
    <MapModelContext value={model}>
      <TimePanel />
    </MapModelContext>,
  );
  await vi.waitFor(() => expect(screen.queryByLabelText('Loading')).toBeNull());
  return view;
}

const dates = () => [...document.querySelectorAll('time')].map(({ textContent }) => textContent);

describe('the time panel', () => {
  it('shows the span in dates and announces them at the thumbs', async () => {
    await rig();
    expect(dates()).toEqual(['Apr 1, 2025', 'Apr 8, 2025', 'Apr 1, 2025', 'Apr 22, 2025']);
    const [start, end] = screen.getAllByRole('slider');
    expect(start?.getAttribute('aria-label')).toBe('Start');
    expect(end?.getAttribute('aria-label')).toBe('End');
    expect(end?.getAttribute('aria-valuetext')).toBe('Apr 8, 2025');
  });

  it('moves an end by the keyboard', async () => {
    await rig();
    const [, end] = screen.getAllByRole('slider');
    fireEvent.change(end!, { target: { value: '2' } });
    expect(fake.time.setPositions).toHaveBeenLastCalledWith([0, 2]);
  });

  it('plays, pauses and steps, and stops at the ends', async () => {
    const { person } = await rig();
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    expect(button('Previous step').disabled).toBe(true);
    await person.click(button('Next step'));
    expect(fake.time.next).toHaveBeenCalledOnce();
    await person.click(button('Play'));
    expect(fake.time.play).toHaveBeenCalledOnce();
    fake.set({ playing: true, positions: [2, 3] });
    await person.click(button('Pause'));
    expect(fake.time.pause).toHaveBeenCalledOnce();
    expect(button('Next step').disabled).toBe(true);
    await person.click(button('Previous step'));
    expect(fake.time.previous).toHaveBeenCalledOnce();
  });

  it('changes how fast it plays and whether it starts over', async () => {
    const { person } = await rig();
    await person.click(screen.getByRole('combobox', { name: 'Speed' }));
    await person.click(screen.getByRole('option', { name: '4×' }));
    expect(fake.time.setPace).toHaveBeenCalledWith(500);
    await person.click(screen.getByRole('switch', { name: 'Start over at the end' }));
    expect(fake.time.setLoop).toHaveBeenCalledWith(false);
  });

  it.each<[TimeState['mode'], string[]]>([
    ['instant', ['Apr 8, 2025', 'Apr 1, 2025', 'Apr 22, 2025']],
    ['cumulative-from-start', ['Apr 1, 2025', 'Apr 8, 2025', 'Apr 1, 2025', 'Apr 22, 2025']],
    ['cumulative-from-end', ['Apr 8, 2025', 'Apr 22, 2025', 'Apr 1, 2025', 'Apr 22, 2025']],
  ])('has one thumb when it shows %s', async (mode, shown) => {
    await rig({ mode, positions: [1] });
    expect(dates()).toEqual(shown);
    expect(screen.getAllByRole('slider').map((thumb) => thumb.getAttribute('aria-label'))).toEqual([
      'Time shown',
    ]);
  });

  it('shows the time of day when steps are shorter than a day', async () => {
    await rig({ stops: [noon(1), noon(1) + 3_600_000, noon(1) + 7_200_000] });
    expect(dates()[0]).toMatch(/Apr 1, 2025, \d+:\d\d/);
  });

  it('explains that there is no time to show', async () => {
    await rig({ status: 'none' });
    expect(screen.getByText('No time to show')).toBeDefined();
  });

  it('shows every time again when it is closed', async () => {
    const { unmount } = await rig();
    unmount();
    expect(fake.time.close).toHaveBeenCalledOnce();
  });
});
