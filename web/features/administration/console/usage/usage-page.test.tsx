import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { getUsage } from '../../../../api/administration.ts';
import { UsagePage } from './usage-page.tsx';

vi.mock('../../../../api/administration.ts', async (original) => ({
  ...(await original<object>()),
  getUsage: vi.fn<typeof getUsage>(),
}));

it('lists the numbers of each day as a table too', async () => {
  vi.mocked(getUsage).mockResolvedValue({
    days: [
      { day: '2026-11-27', maps: 1200, people: 3, shares: 0 },
      { day: '2026-11-28', maps: 7, people: 2, shares: 1 },
    ],
  });
  const { person } = show(<UsagePage />, { context: await fakeContext() });
  const people = await screen.findByRole('region', { name: 'People signed in' });
  await person.click(within(people).getByRole('button', { name: 'Values' }));
  const rows = within(within(people).getByRole('table', { name: 'People signed in' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Nov 27, 20263', 'Nov 28, 20262']);
});
