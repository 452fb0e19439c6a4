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
