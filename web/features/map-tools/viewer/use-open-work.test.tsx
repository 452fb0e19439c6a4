import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { ApplicationContext } from '../../../context/application-context.ts';
import { useFirstDocument, useOpenWork } from './use-open-work.ts';

/** A map of a signed-in user with a restored draft, which was saved. */
async function openDraft(kind: 'new' | 'web-map') {
  const context = await fakeContext({ signedIn: true });
  const { result, rerender } = renderHook((map: { kind: string; id: string }) => useOpenWork(map), {
    initialProps: { kind, id: '' },
    wrapper: ({ children }: { children: ReactNode }) => (
      <ApplicationContext value={context}>{children}</ApplicationContext>
    ),
  });
  act(() => result.current.setInstead({ document: { name: 'draft' }, saved: false }));
  act(() => result.current.setItem(webMap()));
  rerender({ kind: 'web-map', id: 'm1' });
  return { result, session: context.connection.session };
}

const draft = { instead: { document: { name: 'draft' } }, saved: { id: 'm1' } };

it('stays open when a new map gets an address, and when the session ends', async () => {
  const { result, session } = await openDraft('new');
  expect(result.current).toMatchObject({ begun: { kind: 'new' }, ...draft });
  act(() => session.signOut());
  expect(result.current).toMatchObject({ begun: { kind: 'new' }, ...draft });
});

it('makes way for what the portal has when the session ends', async () => {
  const { result, session } = await openDraft('web-map');
  expect(result.current).toMatchObject(draft);
  act(() => session.signOut());
  expect(result.current).toMatchObject({ begun: { id: 'm1' }, instead: undefined, saved: undefined });
});

it('begins again from the work that is open', async () => {
  const { result } = await openDraft('web-map');
  act(() => result.current.setInstead((now) => ({ document: { of: now?.document }, saved: false })));
  expect(result.current.instead?.document).toEqual({ of: { name: 'draft' } });
});

it('keeps a new map as it began when its template is loaded for another user', () => {
  const { result, rerender } = renderHook(
    ({ isNew, loaded }: { isNew: boolean; loaded: string | undefined }) =>
      useFirstDocument(isNew, loaded, loaded !== undefined),
    { initialProps: { isNew: true, loaded: undefined as string | undefined } },
  );
  expect(result.current).toEqual({ document: undefined, settled: false });
  rerender({ isNew: true, loaded: 'template' });
  rerender({ isNew: true, loaded: undefined });
  expect(result.current).toEqual({ document: 'template', settled: true });
  rerender({ isNew: true, loaded: 'template of another user' });
  expect(result.current.document).toBe('template');
});

it('loads a stored map for another user', () => {
  const { result, rerender } = renderHook((loaded: string) => useFirstDocument(false, loaded, true), {
    initialProps: 'map',
  });
  rerender('map of another user');
  expect(result.current.document).toBe('map of another user');
});
