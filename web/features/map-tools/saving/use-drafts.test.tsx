import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { ApplicationContext } from '../../../context/application-context.ts';
import { OpenMapContext } from '../../../context/open-map.ts';
import type { MapWork, WorkState } from '../../../map/document/map-work.ts';
import { deleteDraft, storeDraft } from './draft-store.ts';
import { useDrafts } from './use-drafts.ts';

vi.mock('./draft-store.ts', () => ({
  claimDraft: () => {},
  deleteDraft: vi.fn<typeof deleteDraft>(async () => {}),
  findDrafts: async () => [],
  storeDraft: vi.fn<typeof storeDraft>(async () => {}),
}));
vi.mock('../../../map/document/map-work.ts', () => ({}));
afterEach(() => vi.clearAllMocks());

it('stores no draft of work that was saved while it was being read', async () => {
  let read = (_document: object) => {};
  const work = {
    source: {},
    read: () => new Promise((resolve) => (read = resolve)),
  } as unknown as MapWork;
  const state = { dirty: true, changes: [] } as unknown as WorkState;
  const context = await fakeContext();
  const { result } = renderHook(() => useDrafts(work, state, 'City'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <ApplicationContext value={context}>
        <OpenMapContext value={{ kind: 'new', id: '', reopen: () => {} }}>{children}</OpenMapContext>
      </ApplicationContext>
    ),
  });
  const storing = result.current.keep();
  await act(() => result.current.drop());
  expect(deleteDraft).toHaveBeenCalledOnce();
  await act(async () => {
    read({});
    await storing;
  });
  expect(storeDraft).not.toHaveBeenCalled();
});
