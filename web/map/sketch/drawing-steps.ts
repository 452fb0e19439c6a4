import type Graphic from '@arcgis/core/Graphic.js';
import type MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import { type Drawing, type Drawings, restore, snapshot } from './drawings-layer.ts';
import { History } from './history.ts';

/** Milliseconds within which the next change by the same slider, or of the same text, belongs to the same step. */
const gradualPause = 3000;

/** Steps of the drawings of a layer. The map's own undo and other tools change the layer, too. */
export class DrawingSteps {
  readonly #layer: MapNotesLayer;
  readonly #history: History<Drawings>;
  #going: { change: string; until: number } | undefined;

  constructor(layer: MapNotesLayer) {
    this.#layer = layer;
    this.#history = new History(snapshot(layer));
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /**
   * Before a change: records what the layer has become without a step. If it was like that before, as after the map's
   * undo, the steps since then count as undone.
   * @param added a drawing of the change, if it is in the layer already
   */
  sync(added?: Graphic | null): void {
    const now = snapshot(this.#layer, added);
    // The SDK projects what is selected into the view, which is no change.
    if (isSame(now.map(reduced(this.#history.now)), this.#history.now.map(reduced(now)))) {
      this.#history.replace(now);
      return;
    }
    this.#going = undefined;
    if (!this.#history.goTo((state) => isSame(state, now))) this.#history.push(now);
  }

  /**
   * After a change: records it as a step, if anything differs.
   * @param gradual the kind of a change made in small parts, which form one step
   */
  remember(gradual?: string): void {
    const now = snapshot(this.#layer);
    const goesOn =
      gradual !== undefined && gradual === this.#going?.change && Date.now() <= this.#going.until;
    const differs = !isSame(now, this.#history.now);
    if (!goesOn || differs) this.#going = undefined;
    if (!differs) return;
    if (goesOn) this.#history.takeBack();
    // It was changed back.
    if (goesOn && isSame(now, this.#history.now)) return;
    this.#history.push(now);
    if (gradual !== undefined) this.#going = { change: gradual, until: Date.now() + gradualPause };
  }

  /** The drawings before the last step, which `restore` then shows; undefined at the start. */
  undo(): Drawings | undefined {
    this.sync();
    return this.#history.undo();
  }

  /** The drawings after the next step; undefined at the end. */
  redo(): Drawings | undefined {
    this.sync();
    return this.#history.redo();
  }

  restore(drawings: Drawings): void {
    this.#going = undefined;
    restore(this.#layer, drawings);
    // The JSON of a graphic that was read from JSON can differ in members that mean nothing.
    this.#history.replace(snapshot(this.#layer));
  }
}

/** Leaves out the shapes of drawings that have another spatial reference among the others. */
function reduced(others: Drawings): (drawing: Drawing, index: number) => Drawing {
  const referenceOf = (drawing: Drawing | undefined) => JSON.stringify(drawing?.geometry?.spatialReference);
  return (drawing, index) =>
    referenceOf(drawing) === referenceOf(others[index]) ? drawing : { ...drawing, geometry: null };
}

function isSame(one: Drawings, other: Drawings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
