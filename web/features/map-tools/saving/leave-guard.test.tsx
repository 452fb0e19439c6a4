import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeOpenMap } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { askBeforeLeaving, mayLeave, wouldLose } from '../../../context/before-leaving.ts';
import { OpenMapContext } from '../../../context/open-map.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { type Saving, SavingContext } from './saving-context.ts';

function rig({ dirty = true, saves = true } = {}) {
  const save = vi.fn<() => Promise<boolean>>(async () => saves);
  const discard = vi.fn<() => Promise<void>>(async () => {});
  const saving = { work: { dirty }, status: 'idle', mayOverwrite: true, save, discard } as unknown as Saving;
  const passing = { current: false };
  const view = show(
    <OpenMapContext value={fakeOpenMap()}>
      <SavingContext value={saving}>
        <LeaveGuard passing={passing} onPassing={(isPassing) => (passing.current = isPassing)} />
      </SavingContext>
    </OpenMapContext>,
  );
  return { ...view, save, discard, passing };
}

const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Signs out; resolves with the user's answer. */
async function signOut() {
  const onDecision = vi.fn<(goOn: boolean) => void>();
  void mayLeave('page').then(onDecision);
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(onDecision).not.toHaveBeenCalled();
  return onDecision;
}

describe('signing out with unsaved work', () => {
  it('is cancelled by staying', async () => {
    const { person, discard, passing } = rig();
    const onDecision = await signOut();
    await person.click(screen.getByRole('button', { name: 'Stay' }));
    expect(onDecision).toHaveBeenCalledExactlyOnceWith(false);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(discard).not.toHaveBeenCalled();
    expect(passing.current).toBe(false);
  });

  it('discards the work on request, without another prompt from the browser', async () => {
    const { person, discard, passing } = rig();
    const onDecision = await signOut();
    await person.click(screen.getByRole('button', { name: 'Leave without saving' }));
    expect(onDecision).toHaveBeenCalledExactlyOnceWith(true);
    expect(discard).toHaveBeenCalledOnce();
    expect(passing.current).toBe(true);
  });

  it('keeps the work when another question keeps the page', async () => {
    const { person, router, discard } = rig();
    // Asked after that of the map.
    onTestFinished(askBeforeLeaving('page', async () => false));
    const onDecision = await signOut();
    await person.click(screen.getByRole('button', { name: 'Leave without saving' }));
    expect(onDecision).toHaveBeenCalledExactlyOnceWith(false);
    expect(discard).not.toHaveBeenCalled();
    expect(asksBrowser()).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(() => router.navigate('/demo/gallery'));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined();
  });

  it('saves first while the user is still signed in, and stays when that fails', async () => {
    const { person, save } = rig({ saves: false });
    const onDecision = await signOut();
    await person.click(screen.getByRole('button', { name: 'Save and leave' }));
    expect(save).toHaveBeenCalledOnce();
    expect(onDecision).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('needs no confirmation when everything is saved', () => {
    rig({ dirty: false });
    expect(wouldLose('page')).toBe(false);
  });
});

it('the browser asks again after a page that was left deliberately has stayed', () => {
  const { passing } = rig();
  passing.current = true;
  expect(asksBrowser()).toBe(false);
  expect(asksBrowser()).toBe(true);
});

describe('going to another page', () => {
  it('needs no confirmation when the viewer stays open', async () => {
    const { router } = rig();
    await act(() => router.navigate('/demo/map/wid/m1', { state: { keepsOpen: 'viewer-2' } }));
    expect(screen.getByRole('dialog')).toBeDefined();
    await act(() => router.navigate('/demo/map/wid/m1', { state: { keepsOpen: 'viewer-1' } }));
    expect(router.state.location.pathname).toBe('/demo/map/wid/m1');
  });

  it.each([
    [false, '/demo/map'],
    [true, '/demo/gallery'],
  ])('lets the tool in use decide (%s)', async (goOn, place) => {
    const { router } = rig({ dirty: false });
    await act(() => router.navigate('/demo/map'));
    const ask = vi.fn<() => Promise<boolean>>(async () => goOn);
    const stop = askBeforeLeaving('tool', ask);
    await act(() => router.navigate('/demo/gallery'));
    await waitFor(() => expect(router.state.location.pathname).toBe(place));
    expect(ask).toHaveBeenCalledOnce();
    stop();
  });

  it('asks about the map after the tool', async () => {
    const { person, router, discard } = rig();
    const stop = askBeforeLeaving('tool', async () => true);
    await act(() => router.navigate('/demo/gallery'));
    await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/demo/gallery'));
    expect(discard).toHaveBeenCalledOnce();
    stop();
  });
});

it('saves and leaves once, although nothing is unsaved any more', async () => {
  const ask = vi.fn<() => Promise<boolean>>(async () => true);
  const stop = askBeforeLeaving('tool', ask);
  // The draft is deleted after the map was saved.
  const stored = Promise.withResolvers<boolean>();
  function Work() {
    const [dirty, setDirty] = useState(true);
    const save = async () => {
      setDirty(false);
      return stored.promise;
    };
    const saving = { work: { dirty }, status: 'idle', mayOverwrite: true, save } as unknown as Saving;
    return (
      <OpenMapContext value={fakeOpenMap()}>
        <SavingContext value={saving}>
          <LeaveGuard passing={{ current: false }} onPassing={() => {}} />
        </SavingContext>
      </OpenMapContext>
    );
  }
  const { person, router } = show(<Work />);
  await act(() => router.navigate('/demo/gallery'));
  await person.click(await screen.findByRole('button', { name: 'Save and leave' }));
  await act(async () => stored.resolve(true));
  await waitFor(() => expect(router.state.location.pathname).toBe('/demo/gallery'));
  expect(ask).toHaveBeenCalledOnce();
  stop();
});
