import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import type { HeldClick } from '../sdk/held-clicks.ts';
import { drawShapes } from './draw-shapes.ts';

/** The SDK's tool: what it was asked to draw, and what it does when it has loaded its code. */
const sdk = vi.hoisted(() => ({
  created: [] as { tool: string; load: () => void; fail: (cause: Error) => void }[],
  report: (_event: object) => {},
}));

vi.mock('@arcgis/core/widgets/Sketch/SketchViewModel.js', () => ({
  default: class {
    on(_name: string, handler: (event: object) => void) {
      sdk.report = handler;
    }
    create(tool: string) {
      return new Promise<void>((load, fail) => sdk.created.push({ tool, load, fail }));
    }
    cancel() {}
    destroy() {}
  },
}));
vi.mock('@arcgis/core/layers/GraphicsLayer.js', () => ({
  default: class {
    removeAll() {}
  },
}));

beforeEach(() => sdk.created.splice(0));

function rig(held: readonly HeldClick[] = []) {
  const view = { map: { add() {}, remove() {} } };
  const claimClicks = () => () => {};
  const holdClicks = () => () => {};
  const takeHeldClicks = () => held;
  return drawShapes({ view, claimClicks, holdClicks, takeHeldClicks } as unknown as MapInternals);
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a shape to select with', () => {
  it('is drawn from when the SDK is ready for clicks', async () => {
    const drawings = rig();
    const drawn = drawings.draw('area');
    await settled();
    expect(drawings.drawing.get()).toBeUndefined();
    sdk.created[0]?.load();
    await settled();
    expect(drawings.drawing.get()).toBe('area');
    sdk.report({ state: 'complete', graphic: { geometry: 'an area' } });
    expect(await drawn).toBe('an area');
    expect(drawings.drawing.get()).toBeUndefined();
  });

  it('gives way to another one that is chosen before it is ready', async () => {
    const drawings = rig();
    const first = drawings.draw('area');
    const second = drawings.draw('line');
    sdk.created[0]?.fail(new Error('aborted'));
    sdk.created[1]?.load();
    expect(await first).toBeUndefined();
    await settled();
    expect(drawings.drawing.get()).toBe('line');
    sdk.report({ state: 'complete', graphic: { geometry: 'a line' } });
    expect(await second).toBe('a line');
  });

  it('is complete when a point was clicked before the SDK was ready', async () => {
    const place = { type: 'point' } as unknown as HeldClick['mapPoint'];
    const held: HeldClick[] = [{ type: 'immediate-click', x: 1, y: 2, mapPoint: place }];
    const drawn = rig(held).draw('point' as never);
    sdk.created[0]?.load();
    expect(await drawn).toBe(place);
  });

  it('is not drawn if it is stopped before it is ready', async () => {
    const drawings = rig();
    const drawn = drawings.draw('lasso');
    drawings.stop();
    sdk.created[0]?.load();
    expect(await drawn).toBeUndefined();
    expect(drawings.drawing.get()).toBeUndefined();
  });
});
