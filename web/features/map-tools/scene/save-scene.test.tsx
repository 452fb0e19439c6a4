import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import type { SceneSession } from '../../../map/scene/scene.ts';
import { SaveScene } from './save-scene.tsx';

afterEach(() => vi.unstubAllGlobals());

const item = { id: 's1', owner: 'ada', title: 'City in 3D', modified: 1 };
const session = { write: async () => ({ document: {}, picture: undefined }) } as unknown as SceneSession;

async function rig(...states: object[]) {
  const log = fakeFetch({ '/items/s1': states, '/items/s1/update': { success: true } });
  const { model } = fakeMapModel({}, { source: { scene: { item: { ...item }, data: {} } } } as never);
  const { person } = show(
    <MapModelContext value={model}>
      <SaveScene session={session} />
    </MapModelContext>,
    { context: await fakeContext({ signedIn: true }) },
  );
  const saves = () => log.filter(({ path }) => path.endsWith('/update')).length;
  return { saves, save: (name: string) => person.click(screen.getByRole('button', { name })) };
}

it('does not replace what another user has saved, unless the user decides so', async () => {
  const { save, saves } = await rig(
    { ...item, modified: 2 },
    { ...item, modified: 2 },
    { ...item, modified: 3 },
  );
  await save('Save changes to the scene');
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else saved this map');
  expect(saves()).toBe(0);
  await save('Replace the other version');
  await waitFor(() => expect(saves()).toBe(1));
});

it('takes its own changes for its own', async () => {
  const { save, saves } = await rig(
    item,
    { ...item, modified: 2 },
    { ...item, modified: 2 },
    { ...item, modified: 3 },
  );
  await save('Save changes to the scene');
  await waitFor(() => expect(saves()).toBe(1));
  await screen.findByRole('alert');
  await save('Save changes to the scene');
  await waitFor(() => expect(saves()).toBe(2));
});
