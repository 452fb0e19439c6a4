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
const plain = { write: async () => ({ document: {}, picture: undefined }) } as unknown as SceneSession;

async function rig(
  states: object[],
  { session = plain, answers = {} }: { session?: SceneSession; answers?: Record<string, object> } = {},
) {
  const log = fakeFetch({ ...answers, '/items/s1': states, '/items/s1/update': { success: true } });
  const { model } = fakeMapModel({}, {
    source: { scene: { item: { ...states[0], ...item }, data: {} } },
  } as never);
  const { person } = show(
    <MapModelContext value={model}>
      <SaveScene session={session} />
    </MapModelContext>,
    { context: await fakeContext({ signedIn: true }) },
  );
  const updates = () => log.filter(({ path }) => path.endsWith('/update'));
  return {
    updates,
    saves: () => updates().length,
    save: (name: string) => person.click(screen.getByRole('button', { name })),
  };
}

it('does not replace what another user has saved, unless the user decides so', async () => {
  const { save, saves } = await rig([
    { ...item, modified: 2 },
    { ...item, modified: 2 },
    { ...item, modified: 3 },
  ]);
  await save('Save changes to the scene');
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else saved this map');
  expect(saves()).toBe(0);
  await save('Replace the other version');
  await waitFor(() => expect(saves()).toBe(1));
});

it('takes its own changes for its own', async () => {
  const { save, saves } = await rig([
    item,
    { ...item, modified: 2 },
    { ...item, modified: 2 },
    { ...item, modified: 3 },
  ]);
  await save('Save changes to the scene');
  await waitFor(() => expect(saves()).toBe(1));
  await screen.findByRole('alert');
  await save('Save changes to the scene');
  await waitFor(() => expect(saves()).toBe(2));
});

it.each([
  ['everyone may see its layers', {}, true],
  ['visitors may not see a layer', { error: { code: 403, message: 'no' } }, false],
])('gives a public scene a picture: %s', async (_when, layer, sent) => {
  const open = { ...item, access: 'public' };
  const document = { operationalLayers: [{ id: 'roofs', itemId: 'l1' }] };
  const picture = new Blob(['drawn'], { type: 'image/jpeg' });
  const drawn = { write: async () => ({ document, picture }) } as unknown as SceneSession;
  const { save, updates } = await rig([open], { session: drawn, answers: { '/items/l1': layer } });
  await save('Save changes to the scene');
  await waitFor(() => expect(updates()).toHaveLength(1));
  // A form with a file is multipart, of which the fake reads no fields.
  expect('text' in updates()[0]!.params).toBe(!sent);
});
