import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../testing/web/fake-map-model.ts';
import { MapModelContext } from './map-model.ts';
import { useCapability } from './use-capability.ts';

it('has no error once another session could be opened', async () => {
  const { model } = fakeMapModel();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MapModelContext value={model}>{children}</MapModelContext>
  );
  const session = { close: () => {} };
  const open = vi.fn<() => Promise<typeof session>>().mockRejectedValueOnce(new Error('Offline'));
  open.mockResolvedValue(session);
  const { result, rerender } = renderHook(({ key }) => useCapability(open, { key }), {
    wrapper,
    initialProps: { key: 'stops' },
  });
  await vi.waitFor(() => expect(result.current.error).toEqual(new Error('Offline')));
  rerender({ key: 'roads' });
  await vi.waitFor(() => expect(result.current.session).toBe(session));
  expect(result.current.error).toBeUndefined();
});

it('holds the clicks on the map until the tool that takes them is open, or left', async () => {
  const { model } = fakeMapModel();
  const release = vi.fn<() => void>();
  model.holdClicks.mockReturnValue(release);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MapModelContext value={model}>{children}</MapModelContext>
  );
  const opening = Promise.withResolvers<{ close: () => void }>();
  const open = () => opening.promise;
  const { result, unmount } = renderHook(() => useCapability(open, { holdsClicks: true }), { wrapper });
  expect(model.holdClicks).toHaveBeenCalledOnce();
  expect(release).not.toHaveBeenCalled();
  opening.resolve({ close: () => {} });
  await vi.waitFor(() => expect(result.current.session).toBeDefined());
  expect(release).toHaveBeenCalled();
  unmount();

  release.mockClear();
  const never = () => new Promise<{ close: () => void }>(() => {});
  renderHook(() => useCapability(never, { holdsClicks: true }), { wrapper }).unmount();
  expect(release).toHaveBeenCalled();
});
