import { watch } from '@arcgis/core/core/reactiveUtils.js';
import Graphic from '@arcgis/core/Graphic.js';
import { MappingError } from '../../../wire/errors.ts';
import type { MapInternals } from '../map-model.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { createStore } from '../../store.ts';
import { openDockedPopup } from './docked-popup.ts';
import { openShapes } from './draw-shape.ts';
import {
  type Editing,
  type EditingState,
  type EditTemplate,
  type FeatureToEdit,
  onEditRequest,
  startOfEditing,
} from './edit-feature.ts';
import type { EditQueue } from './edit-queue.ts';
import { addressOfLayer } from './feature-change.ts';
import { type FeatureSession, openFeature } from './feature-session.ts';
import { featuresAt, fullFeature } from './pick-features.ts';
import {
  displayedSymbol,
  editableLayers,
  pictureOf,
  symbolOf,
  type TemplateChoice,
  templateChoices,
} from './template-choices.ts';

/** Edits features of a map: clicks choose or draw, until it is closed. Without a connection edits wait in the queue. */
export async function openEditing(internals: MapInternals, queue?: EditQueue): Promise<Editing> {
  const { view, claimClicks, onLeave } = internals;
  const release = claimClicks();
  const popup = openDockedPopup(internals);
  const state = createStore(startOfEditing);
  const patch = (change: Partial<EditingState>) => state.set({ ...state.get(), ...change });
  let choices: TemplateChoice[] = [];
  let session: FeatureSession | undefined;
  let closed = false;
  const isSending = () => state.get().form?.status === 'sending';
  /** Number of the current step: responses for earlier ones are ignored. */
  let turn = 0;
  const shapes = await openShapes(internals, (shape) => {
    if (shape) session?.setShape(shape);
    patch({ canUndo: shapes.canUndo(), canRedo: shapes.canRedo() });
  }).catch((cause: unknown) => {
    popup.close();
    release();
    throw cause;
  });

  const readTemplates = async () => {
    const plain = templateChoices(view);
    choices = plain;
    const publish = () => patch({ templates: choices.map(withoutLayer) });
    publish();
    const pictured = await Promise.all(
      plain.map(async (choice) => ({ ...choice, picture: await pictureOf(view, choice) })),
    );
    // The layers may have changed meanwhile.
    if (closed || choices !== plain) return;
    choices = pictured;
    publish();
  };
  const layers = watch(
    () => editableLayers(view).map(({ id, renderer }) => [id, renderer]),
    () => void readTemplates(),
    { initial: true, equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );

  const begin = (change: Partial<EditingState>) => {
    turn++;
    shapes.clear();
    session?.close();
    session = undefined;
    const { templates, snapping } = state.get();
    state.set({ ...startOfEditing, templates, snapping, ...change });
    return turn;
  };
  const fill = (own: number, subject: Omit<Parameters<typeof openFeature>[1], 'queue'>) => {
    const opened = openFeature(view, { ...subject, queue }, (form) => {
      if (own === turn) patch({ form });
    });
    session = opened;
    patch({ step: 'form', form: opened.form() });
  };
  const open = async (wanted: FeatureToEdit) => {
    const own = begin({});
    try {
      const found = await fullFeature(view, wanted);
      if (own !== turn || closed) return;
      if (!found) throw new MappingError('layer:failed', 'The feature no longer exists.');
      const url = addressOfLayer(found.layer);
      const waiting = url && (await queue?.find(url, wanted.objectId));
      if (own !== turn || closed) return;
      if (waiting && waiting.kind === 'delete')
        throw new MappingError('edit:waits-for-deletion', 'This feature waits to be deleted.', {
          status: 409,
        });
      fill(own, { ...found, adds: false, waiting: waiting || undefined });
      await shapes.mark(found.layer, wanted.objectId);
    } catch (cause) {
      if (own === turn) patch({ error: sdkError(cause, 'layer:failed') });
    }
  };
  const add = async (choice: TemplateChoice) => {
    const template = withoutLayer(choice);
    const own = begin({ step: 'draw', template });
    popup.hide();
    const shape = await shapes.draw(choice, () => own === turn && patch({ ready: true }));
    if (own !== turn || closed) return;
    // Escape gives up drawing.
    if (!shape) return void begin({});
    const { layer, attributes } = choice;
    const symbol = await symbolOf(view, choice);
    if (own !== turn || closed) return;
    const feature = new Graphic({ geometry: shape, attributes: { ...attributes }, layer });
    fill(own, { layer, feature, adds: true });
    patch({ template });
    shapes.show(feature, symbol);
  };
  const redraw = async () => {
    if (!session) return;
    const [own, redrawn] = [turn, session];
    popup.hide(redrawn.feature);
    redrawn.setReshaping(true);
    const shape = await shapes.redraw(redrawn.feature);
    const symbol = shape && (await displayedSymbol(view, redrawn.feature));
    if (own !== turn || closed) return;
    redrawn.setReshaping(false);
    if (!shape) return;
    redrawn.setShape(shape);
    shapes.show(redrawn.feature, symbol);
  };
  const click = view.on('click', async ({ x, y, native }) => {
    const { step, form } = state.get();
    if ((native as PointerEvent).pointerType === 'mouse' && (native as PointerEvent).button !== 0) return;
    // Clicks count only where no work would be lost, nor the refusal of a request.
    if (step === 'draw' || form?.dirty || form?.reshaping || isSending()) return;
    const own = turn;
    const candidates = await featuresAt(view, { x, y }).catch(() => []);
    const [only] = candidates;
    if (own !== turn || closed || !only || isSending()) return;
    if (candidates.length === 1) void open(only);
    else begin({ step: 'candidates', candidates });
  });
  const stopAsking = onEditRequest(view, (feature) => {
    if (!isSending()) void open(feature);
  });

  const after = async (work: (() => Promise<void>) | undefined, next: () => void) => {
    if (!session || !work) return false;
    const own = turn;
    const done = await session.run(work);
    if (done && own === turn && !closed) next();
    return done;
  };
  /** Ends the work on a feature, which its popup may show again. */
  const leave = (stored: boolean) => {
    const feature = session?.feature;
    begin({});
    popup.show(feature, stored);
  };
  const close = () => {
    if (closed) return;
    leave(false);
    closed = true;
    unregister();
    layers.remove();
    click.remove();
    stopAsking();
    shapes.close();
    popup.close();
    release();
  };
  const unregister = onLeave(close);
  return {
    state,
    add: (id) => {
      const choice = choices.find((one) => one.id === id);
      if (choice) void add(choice);
    },
    open: (feature) => void open(feature),
    leave: () => leave(false),
    finish() {
      shapes.finish();
      session?.setReshaping(false);
    },
    undo: () => shapes.undo(),
    redo: () => shapes.redo(),
    setSnapping(on) {
      shapes.setSnapping(on);
      patch({ snapping: on });
    },
    setValue: (field, value) => session?.setValue(field, value),
    reshape() {
      if (!session) return;
      popup.hide(session.feature);
      session.setReshaping(true);
      void shapes.reshape(session.feature);
    },
    move: shapes.move,
    redraw: () => void redraw(),
    attach: (files, rule) => session?.attach(files, rule),
    detach: (key) => session?.detach(key),
    keep: (key) => session?.keep(key),
    send() {
      const { template, form } = state.get();
      shapes.finish();
      session?.setReshaping(false);
      const choice = form?.adds ? choices.find(({ id }) => id === template?.id) : undefined;
      // Users often add several features of one template.
      return after(session?.send, () => (choice ? void add(choice) : leave(true)));
    },
    remove: () => after(session?.remove, () => begin({})),
    close,
  };
}

/** A template without its layer, for the interface. */
function withoutLayer({
  id,
  label,
  description,
  layerId,
  layerTitle,
  shape,
  picture,
}: TemplateChoice): EditTemplate {
  return { id, label, description, layerId, layerTitle, shape, picture };
}
