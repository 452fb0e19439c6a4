import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoggedRequest } from '../../../../../../testing/web/fake-fetch.ts';
import { openPeople, team } from '../../../../../../testing/web/open-people-rig.tsx';

const total = 5;
/** Five groups in pages of two, because a portal may return fewer than requested. */
const groups = ({ params }: LoggedRequest) => {
  if (params['q']?.includes('zz')) return { total: 0, start: 1, num: 0, nextStart: -1, results: [] };
  const start = Number(params['start']);
  const num = Math.min(2, total - start + 1);
  const results = Array.from({ length: num }, (_, index) => ({
    ...team,
    id: `g${start + index}`,
    title: `Crew ${start + index}`,
  }));
  return { total, start, num, nextStart: start + num > total ? -1 : start + num, results };
};

async function openGroups(answer: object = groups) {
  const shown = await openPeople({ '/community/groups': answer });
  await shown.person.click(shown.screen.getByRole('button', { name: 'Groups' }));
  await shown.screen.findByText('5 groups');
  const requested = () => shown.log.filter(({ path }) => path.endsWith('/community/groups'));
  return { ...shown, requested };
}

afterEach(() => vi.unstubAllGlobals());

describe('thousands of groups', () => {
  it('load page by page as the list is scrolled to its end', async () => {
    const { screen, requested } = await openGroups();
    expect(await screen.findByRole('button', { name: /Crew 5/ })).toBeDefined();
    expect(screen.getAllByRole('button', { name: /Crew/ })).toHaveLength(total);
    expect(requested().map(({ params }) => params['start'])).toEqual(['1', '3', '5']);
    expect(requested()[0]?.params).toMatchObject({ q: '(orgid:p1)', num: '25', sortField: 'title' });
  });

  it('load by button where intersections cannot be observed', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    const { screen, person } = await openGroups();
    expect(screen.getAllByRole('button', { name: /Crew/ })).toHaveLength(2);
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: /Crew/ })).toHaveLength(4));
  });

  it('are searched on the portal, not among the loaded ones', async () => {
    const { screen, person, requested } = await openGroups();
    await person.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'w 4');
    await waitFor(() => expect(requested().at(-1)?.params['q']).toBe('(w 4*) AND (orgid:p1)'));
    await person.clear(screen.getByRole('searchbox'));
    await person.type(screen.getByRole('searchbox'), 'zz');
    expect(await screen.findByText('No groups match this search.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByRole('button', { name: /Crew 1/ })).toBeDefined();
  });

  it('show why the next page failed, and retry', async () => {
    let down = true;
    const { screen, person } = await openGroups((requested: LoggedRequest) =>
      requested.params['start'] === '3' && down
        ? { error: { code: 500, message: 'The portal is resting.', details: [] } }
        : groups(requested),
    );
    expect((await screen.findByRole('alert')).textContent).toContain('The portal is resting.');
    down = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Crew 5/ })).toBeDefined();
  });
});
