import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { type BasemapSession, type BasemapState, openBasemap } from '../../../map/basemap/basemap.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { createStore } from '../../../store.ts';
import { BasemapPanel } from './basemap-panel.tsx';

vi.mock('../../../map/basemap/basemap.ts', () => ({ openBasemap: vi.fn<typeof openBasemap>() }));

async function open(parts: Partial<BasemapState> = {}) {
  const session = {
    state: createStore<BasemapState>({ kind: 'theme', title: '', hasPair: true, layers: [], ...parts }),
    choose: vi.fn<BasemapSession['choose']>(),
    takeLayer: vi.fn<BasemapSession['takeLayer']>(),
    takeAddress: vi.fn<BasemapSession['takeAddress']>(async () => {}),
    close: vi.fn<() => void>(),
  };
  vi.mocked(openBasemap).mockResolvedValue(session);
  const { model } = fakeMapModel();
  const view = show(
    <MapModelContext value={model}>
      <BasemapPanel />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  await screen.findByRole('radiogroup', { name: 'Below the layers' });
  return { ...view, session };
}

const radios = () =>
  screen.getAllByRole<HTMLInputElement>('radio').map(({ value, checked }) => [value, checked]);

describe('the panel of the basemap', () => {
  it('marks what is shown, and offers the choices of the organisation', async () => {
    const { person, session } = await open();
    expect(radios()).toEqual([
      ['theme', true],
      ['light', false],
      ['dark', false],
      ['none', false],
    ]);
    await person.click(screen.getByRole('radio', { name: 'Always dark' }));
    expect(session.choose).toHaveBeenCalledWith('dark');
  });

  it('names another basemap, and offers layers', async () => {
    const layers = [{ id: 'tiles', title: 'Old map' }];
    const { person, session } = await open({ kind: 'other', title: 'Streets', hasPair: false, layers });
    expect(radios()).toEqual([
      ['none', false],
      ['other', true],
    ]);
    expect(screen.getByRole('radio', { name: 'Streets' })).toBeDefined();
    await person.click(screen.getByRole('combobox', { name: 'Use a layer as the basemap' }));
    await person.click(await screen.findByRole('option', { name: 'Old map' }));
    expect(session.takeLayer).toHaveBeenCalledWith('tiles');
  });

  it('takes no basemap of an address after Cancel', async () => {
    const { person, session } = await open();
    session.takeAddress.mockReturnValue(new Promise(() => {}));
    await person.click(screen.getByRole('button', { name: 'Basemap by address' }));
    await person.type(screen.getByRole('textbox'), `${location.origin}/MapServer`);
    await person.click(screen.getByRole('button', { name: 'Show' }));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(session.takeAddress.mock.lastCall?.[1].aborted).toBe(true);
  });

  it('shows the cause at the address that cannot be used', async () => {
    const { person, session } = await open();
    session.takeAddress.mockRejectedValue(
      new MappingError('basemap:unsuitable', 'Features', { status: 400 }),
    );
    await person.click(screen.getByRole('button', { name: 'Basemap by address' }));
    await person.type(screen.getByRole('textbox'), `${location.origin}/FeatureServer`);
    await person.click(screen.getByRole('button', { name: 'Show' }));
    expect((await screen.findByRole('alert')).textContent).toContain('tiles or pictures');
  });
});
