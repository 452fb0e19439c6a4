import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { MapCheck } from '../../../../wire/map-check.ts';
import { apiClient } from '../../../api/api-client.ts';
import { MapHealth } from './details/item-details.tsx';
import { GalleryView } from './gallery-view.tsx';
import { useMapCheck } from './attention-chip.tsx';

let answer: (params: Record<string, string>) => MapCheck[];
const requested: Record<string, string>[] = [];

beforeEach(() => {
  vi.spyOn(apiClient, 'get').mockImplementation(async (_path, options) => {
    const params = (options?.params ?? {}) as Record<string, string>;
    requested.push(params);
    return { data: { results: answer(params) }, status: 200, headers: {} };
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  requested.length = 0;
});

const check = (parts: Partial<MapCheck> = {}): MapCheck => ({
  id: 'm1',
  checkedAt: Date.now() - 3_600_000,
  attention: true,
  problems: ['dead'],
  ...parts,
});
const page = (...results: object[]) => ({ total: results.length, nextStart: -1, results });

/** Searches for maps, excluding tag counts. */
const requestedMaps = (log: readonly LoggedRequest[]) =>
  log.filter(({ path, params }) => path.endsWith('/search') && params['num'] !== '0');

describe('maps that need attention', () => {
  it('have a badge in the gallery; healthy maps have none', async () => {
    answer = () => [check(), check({ id: 'm2', attention: false, problems: [] })];
    fakeFetch({ '/search': page(webMap(), webMap({ id: 'm2', title: 'Well' })) });
    const { screen } = show(<GalleryView onMapIntent={() => {}} />, { context: await fakeContext() });
    expect(await screen.findAllByText('Needs attention')).toHaveLength(1);
    expect(requested).toEqual([{ ids: 'm1,m2' }]);
  });

  it('are requested page by page, however many are shown', async () => {
    answer = ({ ids }) => (ids?.split(',') ?? []).map((id) => check({ id, attention: id === 'm104' }));
    const ids = Array.from({ length: 105 }, (_, index) => `m${index}`);
    function Flagged({ id }: { id: string }) {
      return useMapCheck(id, ids)?.attention && <p>{id}</p>;
    }
    const all = ids.map((id) => <Flagged key={id} id={id} />);
    const { screen } = show(<>{all}</>, { context: await fakeContext() });
    expect(await screen.findByText('m104')).toBeDefined();
    expect(requested).toHaveLength(11);
    expect(requested.every(({ ids }) => (ids?.split(',').length ?? 0) <= 10)).toBe(true);
  });

  it('can be the gallery’s only filter', async () => {
    answer = () => [check()];
    const log = fakeFetch({ '/search': page(webMap()) });
    show(<GalleryView onMapIntent={() => {}} />, {
      context: await fakeContext(),
      at: '/demo/gallery?check=attention',
    });
    await vi.waitFor(() => expect(requestedMaps(log)).not.toEqual([]), 20_000);
    expect(requestedMaps(log).every(({ params }) => params['q']?.includes('id:"m1"'))).toBe(true);
  });

  it('send no portal request and show a notice when there are none', async () => {
    answer = () => [];
    const log = fakeFetch({ '/search': page(webMap()) });
    const { screen } = show(<GalleryView onMapIntent={() => {}} />, {
      context: await fakeContext(),
      at: '/demo/gallery?check=attention',
    });
    expect(await screen.findByText('No maps need attention.')).toBeDefined();
    expect(requestedMaps(log)).toEqual([]);
  });
});

describe('the health of a map', () => {
  it('shows everyone what is wrong', async () => {
    answer = () => [check({ problems: ['dead', 'sign-in'] })];
    const { screen } = show(<MapHealth id="m1" />, { context: await fakeContext() });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('A layer doesn’t respond.');
    expect(alert.textContent).toContain('requires sign-in');
    expect(alert.textContent).toContain('Checked 1 hour ago.');
    expect(alert.querySelector('li')).toBeNull();
  });

  it('shows the affected layers to users who can fix them', async () => {
    const layers = [
      { title: 'Trees', state: 'ok' as const },
      { title: 'Lakes', state: 'dead' as const },
    ];
    answer = () => [check({ layers })];
    const { screen } = show(<MapHealth id="m1" />, { context: await fakeContext() });
    const alert = await screen.findByRole('alert');
    expect([...alert.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      'Lakes: doesn’t respond',
    ]);
  });

  it('is healthy or unknown', async () => {
    answer = () => [check({ attention: false, problems: [] })];
    const { screen, unmount } = show(<MapHealth id="m1" />, { context: await fakeContext() });
    expect(await screen.findByText(/All layers respond\./)).toBeDefined();
    unmount();
    answer = () => [];
    const { container } = show(<MapHealth id="m2" />, { context: await fakeContext() });
    await vi.waitFor(() => expect(requested).toHaveLength(2));
    expect(container.textContent).toBe('');
  });
});
