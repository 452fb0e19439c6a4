import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useStoredDrafts } from './use-stored-drafts.ts';

const database = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: async () => [...database],
  get: async (key: string) => database.get(key),
  set: async (key: string, value: unknown) => void database.set(key, structuredClone(value)),
  del: async (key: string) => void database.delete(key),
}));

beforeEach(() => database.clear());

const place = { kind: 'point', latitude: 51.2, longitude: 71.4 } as const;

/** The drafts of someone whose page has just loaded. */
async function load(who: string, wid = 'w') {
  const view = renderHook(({ name, since }) => useStoredDrafts('demo', wid, name, since), {
    initialProps: { name: who, since: undefined as number | undefined },
  });
  await waitFor(() => expect(view.result.current).toBeDefined());
  return { ...view, drafts: () => view.result.current };
}

describe('the unsent comments of a map', () => {
  it('are there after reloading the page, with their place', async () => {
    const first = await load('ada');
    const photos = [{ name: 'a.png', photo: new Blob(['photo']) }];
    act(() => first.drafts()?.set('new', { text: 'A hole', photos, place }));
    act(() => first.drafts()?.set('thread', { text: 'Yes', photos: [] }));
    await waitFor(() => expect(database.size).toBe(2));
    first.unmount();
    const second = await load('ada');
    expect(second.drafts()?.get('new')).toMatchObject({ text: 'A hole', place, photos: [{ name: 'a.png' }] });
    expect(second.drafts()?.get('thread')?.text).toBe('Yes');
  });

  it('are gone once they are sent', async () => {
    const { drafts } = await load('ada');
    act(() => drafts()?.set('thread', { text: 'Yes', photos: [] }));
    act(() => drafts()?.set('thread', undefined));
    await waitFor(() => expect(database.size).toBe(0));
  });

  it('stay when another tab sends its own', async () => {
    const [one, other] = [await load('ada'), await load('ada')];
    act(() => one.drafts()?.set('thread', { text: 'Yes', photos: [] }));
    act(() => other.drafts()?.set('new', { text: 'A hole', photos: [], place }));
    await waitFor(() => expect(database.size).toBe(2));
    act(() => other.drafts()?.set('new', undefined));
    await waitFor(() => expect(database.size).toBe(1));
    expect((await load('ada')).drafts()?.get('thread')?.text).toBe('Yes');
  });

  it('are those of one account and one map', async () => {
    const ada = await load('ada');
    act(() => ada.drafts()?.set('thread', { text: 'Mine', photos: [] }));
    await waitFor(() => expect(database.size).toBe(1));
    const other = await load('ada', 'other');
    expect(other.drafts()?.get('thread')).toBeUndefined();
    ada.rerender({ name: '', since: undefined });
    expect(ada.drafts()).toBeUndefined();
    await waitFor(() => expect(ada.drafts()).toBeDefined());
    expect(ada.drafts()?.get('thread')).toBeUndefined();
  });

  it('of a visitor are those of the person who signs in, except where that person has their own', async () => {
    const ada = await load('ada');
    act(() => ada.drafts()?.set('thread', { text: 'Mine', photos: [] }));
    const since = Date.now();
    const view = await load('');
    act(() => view.drafts()?.set('new', { text: 'A hole', photos: [], place }));
    act(() => view.drafts()?.set('thread', { text: 'Yes', photos: [] }));
    await waitFor(() => expect(database.size).toBe(3));
    view.rerender({ name: 'ada', since });
    await waitFor(() => expect(view.drafts()).toBeDefined());
    expect(view.drafts()?.get('new')).toMatchObject({ text: 'A hole', place });
    expect(view.drafts()?.get('thread')?.text).toBe('Mine');
    const visitor = await load('');
    expect(visitor.drafts()?.get('new')).toBeUndefined();
    expect(visitor.drafts()?.get('thread')?.text).toBe('Yes');
  });

  it('of earlier visitors stay theirs when someone signs in', async () => {
    const address = JSON.stringify(['demo', 'w', '', 'new']);
    const since = Date.now();
    database.set(address, { draft: { text: 'A hole', photos: [], place }, at: since - 1 });
    const view = await load('');
    view.rerender({ name: 'ada', since });
    await waitFor(() => expect(view.drafts()).toBeDefined());
    expect(view.drafts()?.get('new')).toBeUndefined();
    expect(database.has(address)).toBe(true);
  });

  it('are deleted after 30 days', async () => {
    database.set('old', { draft: { text: 'Old', photos: [] }, at: Date.now() - 31 * 86_400_000 });
    await load('ada');
    expect(database.size).toBe(0);
  });
});
