import Graphic from '@arcgis/core/Graphic.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { expect, it, vi } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import type { MapInternals } from '../map-model.ts';
import type { EditForm } from './edit-feature.ts';
import { editFeature } from './edit-feature.ts';
import { openEditing } from './editing-session.ts';
import { openFeature } from './feature-session.ts';
import { featuresAt } from './pick-features.ts';

vi.mock('./docked-popup.ts', () => ({ openDockedPopup: () => ({ hide() {}, show() {}, close() {} }) }));
vi.mock('./draw-shape.ts', () => ({
  openShapes: async () => ({ clear() {}, finish() {}, async mark() {}, canUndo: () => false }),
}));
vi.mock('./feature-session.ts', () => ({ openFeature: vi.fn<typeof openFeature>() }));
vi.mock('./pick-features.ts', () => ({
  featuresAt: vi.fn<typeof featuresAt>(),
  fullFeature: async (_view: unknown, { objectId }: { objectId: number }) => ({
    layer: {},
    feature: new Graphic({ attributes: { objectId } }),
  }),
}));
vi.mock('./template-choices.ts', () => ({ editableLayers: () => [], templateChoices: () => [] }));

/** A tool with the unchanged form of a feature, which is being deleted. */
async function deleting() {
  const closed: unknown[] = [];
  vi.mocked(openFeature).mockImplementation((_view, { feature }, onChange) => {
    const { objectId } = feature.attributes as { objectId: number };
    let form = { key: objectId, status: 'ready', dirty: false } as EditForm;
    const set = (change: Partial<EditForm>) => onChange((form = { ...form, ...change }));
    return {
      feature,
      form: () => form,
      remove: async () => {},
      close: () => void closed.push(objectId),
      async run() {
        set({ status: 'sending' });
        const error = await refusal.promise;
        set({ status: 'ready', error });
        return false;
      },
    } as unknown as ReturnType<typeof openFeature>;
  });
  const refusal = Promise.withResolvers<MappingError>();
  const listeners: ((event: object) => Promise<void>)[] = [];
  const view = {
    on: (_name: string, listener: (typeof listeners)[number]) => {
      listeners.push(listener);
      return { remove() {} };
    },
  } as unknown as MapView;
  const internals = { view, claimClicks: () => () => {}, onLeave: () => () => {} } as unknown as MapInternals;
  const click = () => Promise.all(listeners.map((listener) => listener({ x: 1, y: 1, native: {} })));
  const model = { withInternals: (use: (all: MapInternals) => unknown) => use(internals) };
  const request = (objectId: number) => editFeature(model as never, { layerId: 'trees', objectId });
  const editing = await openEditing(internals);
  request(1);
  await vi.waitFor(() => expect(editing.state.get().form?.key).toBe(1));
  vi.mocked(featuresAt).mockResolvedValue([
    { layerId: 'trees', objectId: 2, title: '', layerTitle: 'Trees' },
  ]);
  const removed = editing.remove();
  return { editing, closed, click, request, removed, refuse: refusal.resolve };
}

it('opens no other feature before the answer to a request is shown', async () => {
  const { editing, closed, click, request, removed, refuse } = await deleting();
  expect(editing.state.get().form?.status).toBe('sending');
  await click();
  request(3);
  expect(closed).toEqual([]);
  const error = new MappingError('portal:not-permitted', 'x', { status: 403 });
  refuse(error);
  await removed;
  expect(editing.state.get().form).toMatchObject({ key: 1, status: 'ready', error });
  await click();
  expect(closed).toEqual([1]);
});
