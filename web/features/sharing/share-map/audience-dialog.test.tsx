import { beforeEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { type MapAudience, mapAudienceSchema } from '../../../../wire/map-audience.ts';
import { type MapWork, useMapWork } from '../../../map/document/map-work.ts';
import { AudienceDialog, type AudienceDialogProps } from './audience-dialog.tsx';

vi.mock('../../../map/document/map-work.ts', () => ({ useMapWork: vi.fn<typeof useMapWork>() }));

const bounds = vi.fn<MapWork['bounds']>();
beforeEach(() => {
  bounds.mockReset().mockReturnValue([71, 51, 72, 52]);
  vi.mocked(useMapWork).mockReturnValue({ bounds } as unknown as MapWork);
});

/** The dialog over the audience of a map. */
async function open(value?: MapAudience) {
  const onApply = vi.fn<AudienceDialogProps['onApply']>();
  const { person, screen, unmount } = show(
    <AudienceDialog open label="Readers" value={value} ofLink={false} onApply={onApply} onClose={() => {}} />,
    { context: await fakeContext() },
  );
  const choose = async (field: string, option: string) => {
    await person.click(screen.getByRole('combobox', { name: field }));
    await person.click(await screen.findByRole('option', { name: option }));
  };
  const press = (role: string, name: string) => person.click(screen.getByRole(role, { name }));
  const apply = async () => {
    await press('button', 'Apply');
    return onApply.mock.lastCall?.[0];
  };
  return { screen, unmount, choose, press, apply };
}

it('limits readers to the area in view and to zoom levels', async () => {
  const { screen, choose, press, apply } = await open();
  expect(screen.queryByRole('button', { name: 'Use current view' })).toBeNull();
  await press('switch', 'Limit the map to an area');
  await choose('Smallest zoom level', '3');
  await choose('Largest zoom level', '14');
  expect(await apply()).toMatchObject({ bounds: [71, 51, 72, 52], minZoom: 3, maxZoom: 14 });
  bounds.mockReturnValue([1, 2, 3, 4]);
  await press('button', 'Use current view');
  expect(await apply()).toMatchObject({ bounds: [1, 2, 3, 4] });
});

it('removes the limits', async () => {
  const value = mapAudienceSchema.parse({ preset: 'viewer', bounds: [1, 2, 3, 4], minZoom: 3, maxZoom: 14 });
  const { choose, press, apply } = await open(value);
  await press('switch', 'Limit the map to an area');
  await choose('Smallest zoom level', 'No limit');
  await choose('Largest zoom level', 'No limit');
  const applied = await apply();
  expect(applied?.preset).toBe('viewer');
  expect([applied?.bounds, applied?.minZoom, applied?.maxZoom]).toEqual([undefined, undefined, undefined]);
});

it('requires zoom levels in their order', async () => {
  const { screen, choose } = await open();
  const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
  await choose('Smallest zoom level', '9');
  await choose('Largest zoom level', '9');
  expect(screen.getByText('Must be above the smallest.')).toBeDefined();
  expect(apply().disabled).toBe(true);
  await choose('Largest zoom level', '10');
  expect(apply().disabled).toBe(false);
});

it.each<[string, ReturnType<MapWork['bounds']>]>([
  ['before the map has one', undefined],
  ['of a view that is wider than the world', [-250, -80, 250, 80]],
  ['of a view across the date line', [170, -20, 190, 20]],
])('offers no area %s', async (_when, view) => {
  bounds.mockReturnValue(view);
  const first = await open();
  const area = { name: 'Limit the map to an area' };
  expect(first.screen.getByRole('switch', area)).toHaveProperty('disabled', true);
  first.unmount();
  const { screen, press, apply } = await open(mapAudienceSchema.parse({ bounds: [1, 2, 3, 4] }));
  expect(screen.getByRole('button', { name: 'Use current view' })).toHaveProperty('disabled', true);
  // An area that was set before can still be removed.
  await press('switch', area.name);
  expect((await apply())?.bounds).toBeUndefined();
});
