import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapComment, MapComments } from '../../../../wire/map-comment.ts';
import { apiClient } from '../../../api/api-client.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { useMapComments } from './use-map-comments.ts';

const place = { kind: 'point', longitude: 71, latitude: 51 } as const;
const map = { org: 'demo', wid: 'w' };

const comment = (id: string, created: number, thread = id, text = id): MapComment => ({
  id,
  thread,
  created,
  text,
  author: { username: 'grace', name: 'Grace' },
  place: id === thread ? place : null,
  edited: null,
  resolved: null,
  photos: [],
});

/** The comments that the server has, one per page. */
let stored: MapComment[] = [];
let asked: { after?: string; ids?: string }[] = [];
/** What happens while the second page is read. */
let meanwhile: () => void = () => {};

beforeEach(() => {
  asked = [];
  meanwhile = () => {};
  vi.spyOn(apiClient, 'get').mockImplementation(async (_path, { params } = {}) => {
    asked.push(params as { after?: string; ids?: string });
    return { data: answer(params as { after?: string; ids?: string }) } as never;
  });
});

function answer({ after, ids }: { after?: string; ids?: string }): MapComments {
  const known = { allowed: true, visitors: false, moderates: false };
  if (ids !== undefined)
    return { ...known, comments: stored.filter(({ id }) => ids.split(',').includes(id)), next: null };
  const at = after === undefined ? 0 : stored.findIndex(({ id }) => id === after) + 1;
  const comments = stored.slice(at, at + 1);
  const next = at + 1 < stored.length ? (comments[0]?.id ?? null) : null;
  if (after !== undefined) meanwhile();
  return { ...known, comments, next };
}

function open() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMapComments(map, 'ada', true), { wrapper });
  const texts = () => result.current.data?.comments.map(({ text }) => text);
  return { texts, update: (ids: string[]) => act(() => result.current.update({ ids })), result };
}

const [a, b, c] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

describe('the comments of a map', () => {
  it('are loaded page by page, and then only those that change', async () => {
    stored = [comment(a, 1, a, 'Bridge'), comment(b, 2, a, 'Where?')];
    const { texts, update } = open();
    await waitFor(() => expect(texts()).toEqual(['Bridge', 'Where?']));
    stored = [comment(a, 1, a, 'The bridge'), comment(b, 2, a, 'Where?'), comment(c, 3, a, 'Here')];
    asked = [];
    update([a, c]);
    await waitFor(() => expect(texts()).toEqual(['The bridge', 'Where?', 'Here']));
    expect(asked).toEqual([{ ids: `${a},${c}` }]);
  });

  it('lose a whole conversation with its first comment', async () => {
    stored = [comment(a, 1), comment(b, 2, a), comment(c, 3, c, 'Other')];
    const { texts, update } = open();
    await waitFor(() => expect(texts()).toHaveLength(3));
    stored = stored.slice(2);
    update([a]);
    await waitFor(() => expect(texts()).toEqual(['Other']));
  });

  it('change with a comment that changed after its page was read', async () => {
    stored = [comment(a, 1, a, 'Bridge'), comment(b, 2, a, 'Where?')];
    const { texts, result } = open();
    meanwhile = () => {
      meanwhile = () => {};
      stored = [comment(a, 1, a, 'The bridge'), comment(b, 2, a, 'Where?')];
      result.current.update({ ids: [a] });
    };
    await waitFor(() => expect(texts()).toEqual(['The bridge', 'Where?']));
  });

  it.each([
    ['a changed comment', [a]],
    ['the access', []],
    ['all of them', undefined],
  ])('have the latest access, although it changed while %s was loaded', async (_what, ids) => {
    stored = [comment(a, 1)];
    const { update, result } = open();
    await waitFor(() => expect(result.current.data).toBeDefined());
    const earlier = Promise.withResolvers<void>();
    let visitors = false;
    vi.spyOn(apiClient, 'get').mockImplementation(async (_path, { params } = {}) => {
      const known = { ...answer(params as { ids?: string }), visitors };
      if (!visitors) await earlier.promise;
      return { data: known } as never;
    });
    if (ids) update(ids);
    else act(() => result.current.reload());
    visitors = true;
    update([]);
    await act(async () => earlier.resolve());
    await waitFor(() => expect(result.current.data?.visitors).toBe(true));
  });

  it('are hidden as soon as they are no longer for the user', async () => {
    stored = [comment(a, 1)];
    const { texts, update, result } = open();
    await waitFor(() => expect(texts()).toHaveLength(1));
    const nothing = { allowed: false, comments: [], next: null, visitors: false, moderates: false };
    vi.spyOn(apiClient, 'get').mockResolvedValue({ data: nothing } as never);
    update([]);
    await waitFor(() => expect(result.current.data).toEqual(nothing));
  });
});
