import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { elevationProfile, hasElevation } from '../../../map/measure/elevation.ts';
import { profileOf } from '../../../map/measure/profile.ts';
import { ElevationProfile } from './elevation-profile.tsx';

vi.mock('../../../map/measure/elevation.ts', () => ({
  elevationProfile: vi.fn<typeof elevationProfile>(),
  hasElevation: vi.fn<typeof hasElevation>(),
}));

const path = [
  [0, 0],
  [30, 0],
] as const;
const heights = profileOf([
  { metres: 0, height: 340 },
  { metres: 15, height: 352 },
  { metres: 30, height: 347 },
]);

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(hasElevation).mockReturnValue(true);
  vi.mocked(elevationProfile).mockResolvedValue(heights);
});

async function rig(drawn: typeof path | undefined, system: 'metric' | 'imperial' = 'metric') {
  return show(
    <MapModelContext value={fakeMapModel().model}>
      <ElevationProfile path={drawn} lengths={[30]} system={system} />
    </MapModelContext>,
    { context: await fakeContext() },
  );
}

it('explains that the organisation has no elevation service', async () => {
  vi.mocked(hasElevation).mockReturnValue(false);
  await rig(path);
  expect(screen.getByText(/no elevation service/)).toBeDefined();
  expect(elevationProfile).not.toHaveBeenCalled();
});

it('waits for the end of the line', async () => {
  await rig(undefined);
  expect(screen.getByText(/Finish the line/)).toBeDefined();
  expect(elevationProfile).not.toHaveBeenCalled();
});

it('shows the heights along the line, in metres or feet', async () => {
  await rig(path);
  expect((await screen.findByText(/^Lowest/)).textContent).toBe(
    'Lowest 340 m, highest 352 m, up 12 m, down 5 m',
  );
  expect(screen.getByRole('region', { name: 'Elevation profile' })).toBeDefined();
  expect(vi.mocked(elevationProfile).mock.lastCall?.[1]).toEqual({ path, lengths: [30] });
});

it('shows feet in the imperial system', async () => {
  await rig(path, 'imperial');
  expect((await screen.findByText(/^Lowest/)).textContent).toContain('highest 1,155 ft');
});

it('lists the heights as a table too', async () => {
  vi.mocked(elevationProfile).mockResolvedValue(
    profileOf([
      { metres: 0, height: 340 },
      { metres: 15, height: undefined },
      { metres: 30, height: 347 },
    ]),
  );
  const { person } = await rig(path);
  await person.click(await screen.findByRole('button', { name: 'Values' }));
  const rows = within(screen.getByRole('table', { name: 'Elevation profile' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DistanceHeight',
    '0.00 m340 m',
    '15.0 m–',
    '30.0 m347 m',
  ]);
});

it('explains where the service has no heights and why it failed', async () => {
  vi.mocked(elevationProfile).mockResolvedValueOnce(undefined);
  const { unmount } = await rig(path);
  expect(await screen.findByText(/no heights along this line/)).toBeDefined();
  unmount();
  vi.mocked(elevationProfile).mockRejectedValueOnce(new MappingError('elevation:failed', 'Bad tile'));
  const { person } = await rig(path);
  expect((await screen.findByRole('alert')).textContent).toContain('The elevation service didn’t respond');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText(/^Lowest/)).toBeDefined());
});
