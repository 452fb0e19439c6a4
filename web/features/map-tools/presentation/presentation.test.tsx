import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { mapAudienceSchema } from '../../../../wire/map-audience.ts';
import { audienceFor, AudienceContext } from '../../../context/audience.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { MapSource } from '../../../map/map-source.ts';
import { presentationOf } from '../../../map/document/own-members.ts';
import { Presentation } from './presentation.tsx';
import { PresentationPanel } from './presentation-panel.tsx';

const names = ['Old town', 'River', 'Park'];
const extentOf = (x: number) => ({ xmin: x, ymin: 0, xmax: x + 1, ymax: 1 });

function opened(address: string, audience = audienceFor(undefined, false)) {
  const bookmarks = names.map((name, index) => ({
    name,
    viewpoint: { name, targetGeometry: { extent: extentOf(index) } },
  }));
  const goTo = vi.fn<(target: unknown) => Promise<void>>(async () => {});
  const slides = [{ title: 'River', place: '1 0 2 1', text: 'Frozen until April.' }];
  const data = { mappingPresentation: { seconds: 5, slides } };
  const { model } = fakeMapModel(
    { hasBookmarks: true },
    {
      view: { map: { bookmarks: { toArray: () => bookmarks } }, goTo } as never,
      source: { webMap: { item: undefined, data } } as unknown as MapSource,
    },
  );
  const view = show(
    <AudienceContext value={audience}>
      <MapModelContext value={model}>
        <PresentationPanel />
        <Presentation />
      </MapModelContext>
    </AudienceContext>,
    { at: address },
  );
  const slide = async (name: string) => {
    await view.screen.findByRole('heading', { name });
    expect(goTo).toHaveBeenLastCalledWith(expect.objectContaining({ name }));
  };
  return { ...view, model, slide, bookmarks };
}

describe('a presentation', () => {
  it('opens at the slide of the link, with its text', async () => {
    const { screen, slide } = opened('/demo/map?view=present&slide=2');
    await slide('River');
    const card = screen.getByRole('region', { name: 'Presentation' });
    expect(within(card).getByText('Frozen until April.')).toBeDefined();
    expect(screen.getByText('2 of 3')).toBeDefined();
  });

  it('follows keys and buttons, and stays at its ends', async () => {
    const { person, screen, slide } = opened('/demo/map');
    await person.click(screen.getByRole('button', { name: 'Present' }));
    await slide('Old town');
    expect(screen.getByRole('button', { name: 'Previous slide' })).toHaveProperty('disabled', true);
    await person.keyboard('{ArrowLeft}{ArrowRight}');
    await slide('River');
    await person.click(screen.getByRole('button', { name: 'Next slide' }));
    await slide('Park');
    await person.keyboard('{ArrowRight}{Home}');
    await slide('Old town');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
  });

  it('leaves keys to an open menu', async () => {
    const { screen, slide } = opened('/demo/map?view=present');
    await slide('Old town');
    const menu = document.createElement('div');
    menu.setAttribute('role', 'menu');
    document.body.append(menu);
    onTestFinished(() => menu.remove());
    fireEvent.keyDown(menu, { key: 'ArrowRight' });
    fireEvent.keyDown(menu, { key: 'Escape' });
    expect(screen.getByText('1 of 3')).toBeDefined();
  });

  it('moves on by its timing, and stops at the last slide', async () => {
    const { screen, slide } = opened('/demo/map?view=present');
    await slide('Old town');
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    const wait = () => act(() => vi.advanceTimersByTimeAsync(5000));
    await wait();
    expect(screen.getByRole('heading').textContent).toBe('River');
    await wait();
    expect(screen.getByRole('heading').textContent).toBe('Park');
    await wait();
    expect(screen.getByRole('heading').textContent).toBe('Park');
    expect(screen.getByRole('button', { name: 'Play' })).toBeDefined();
  });

  it('has the time per slide that is chosen, or that of another program', async () => {
    const { person, screen, model } = opened('/demo/map');
    presentationOf(model).set({ seconds: 7, slides: [] });
    const time = await screen.findByRole('combobox', { name: 'Time per slide' });
    await waitFor(() => expect(time.textContent).toBe('7 seconds'));
    await person.click(time);
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => Number.parseInt(textContent))).toEqual([5, 7, 10, 20, 30, 60]);
    await person.click(options[3]!);
    expect(presentationOf(model).get()).toEqual({ seconds: 20, slides: [] });
  });

  it('keeps the texts of the other slides when one is changed', async () => {
    const { person, screen, model } = opened('/demo/map');
    await person.type(screen.getByRole('textbox', { name: 'Text of Park' }), 'Trees');
    const texts = () =>
      presentationOf(model)
        .get()
        ?.slides.map(({ text }) => text);
    expect(texts()).toEqual(['', 'Frozen until April.', 'Trees']);
    await person.clear(screen.getByRole('textbox', { name: 'Text of River' }));
    expect(texts()).toEqual(['', '', 'Trees']);
    await person.clear(screen.getByRole('textbox', { name: 'Text of Park' }));
    expect(presentationOf(model).get()).toEqual({ seconds: 5, slides: [] });
  });

  it('keeps the texts of renamed slides, and of two with the same name', async () => {
    const { person, screen, model, bookmarks } = opened('/demo/map');
    for (const one of bookmarks.slice(1)) one.name = 'River';
    await person.type(screen.getAllByRole('textbox')[0] as HTMLElement, 'Houses');
    await person.type(screen.getAllByRole('textbox', { name: 'Text of River' })[1] as HTMLElement, 'Trees');
    const written = presentationOf(model)
      .get()
      ?.slides.map(({ title, text }) => [title, text]);
    expect(written).toEqual([
      ['Old town', 'Houses'],
      ['River', 'Frozen until April.'],
      ['River', 'Trees'],
    ]);
  });

  it('can be watched but not changed by readers, unless the audience does without it', async () => {
    const presenters = mapAudienceSchema.parse({ preset: 'presenter' });
    const { screen, slide } = opened('/demo/map?view=present', audienceFor(presenters, true));
    await slide('Old town');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
    const none = mapAudienceSchema.parse({ preset: 'custom', tools: ['legend'] });
    const other = opened('/demo/map?view=present', audienceFor(none, true));
    expect(other.container.querySelector('h2')).toBeNull();
  });
});
