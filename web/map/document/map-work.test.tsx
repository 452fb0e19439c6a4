import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import { MapModelContext } from '../map-model.ts';
import { type MapWork, useMapWork } from './map-work.ts';
import { trackWork } from './sdk/track-work.ts';

vi.mock('./sdk/track-work.ts', () => ({ trackWork: vi.fn<typeof trackWork>() }));

it('work on a map is tracked later if its code could not be loaded at first', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const work = {} as MapWork;
  vi.mocked(trackWork).mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch');
  });
  vi.mocked(trackWork).mockReturnValue(work);
  const { model } = fakeMapModel();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MapModelContext value={model}>{children}</MapModelContext>
  );
  const { result } = renderHook(() => useMapWork(), { wrapper });
  await vi.waitFor(() => expect(trackWork).toHaveBeenCalledOnce());
  expect(result.current).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(result.current).toBe(work));
});
