import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { getUsage } from '../../../../api/administration.ts';
import { UsagePage } from './usage-page.tsx';

vi.mock('../../../../api/administration.ts', async (original) => ({
  ...(await original<object>()),
  getUsage: vi.fn<typeof getUsage>(),
}));

afterEach(() => vi.unstubAllGlobals());

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

describe('the storage of the organisation', () => {
  const storage = {
    used: { bytes: 1_200_000_000, items: 1200, features: 3400, sharedMaps: 40, uploadSeconds: 60 },
    most: {
      bytes: 200_000_000_000,
      items: 2_000_000,
      features: 500_000_000,
      sharedMaps: 100_000,
      uploadSeconds: 86_400,
    },
    people: [{ username: 'grace', bytes: 900_000_000, items: 12, features: 3400 }],
  };
  const section = async (used: Partial<typeof storage.used> = {}) => {
    vi.mocked(getUsage).mockResolvedValue({ days: [] });
    fakeFetch({ '/portals/self/storage': { ...storage, used: { ...storage.used, ...used } } });
    const context = await fakeContext({ signedIn: true });
    const portal = { ...(context.portal ?? { id: 'p', name: 'Portal' }), contentStorage: true };
    show(<UsagePage />, { context: { ...context, portal } });
    const region = await screen.findByRole('region', { name: 'Storage' });
    await within(region).findByText('grace');
    return region;
  };

  it('is shown with every quota', async () => {
    const { textContent } = await section();
    expect(textContent).toMatch(
      /1.2 GB of 200 GB used.*Items: 1,200 of 2,000,000.*Features: 3,400 of 500,000,000.*Shared maps: 40 of 100,000.*grace/,
    );
    expect(textContent).not.toContain('Processing time');
  });

  it('includes the processing time of today once half of it is used', async () => {
    const { textContent } = await section({ uploadSeconds: 43_200 });
    expect(textContent).toContain('Processing time today: 720 min of 1,440 min');
  });
});
