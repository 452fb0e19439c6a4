import Collection from '@arcgis/core/core/Collection.js';
import Extent from '@arcgis/core/geometry/Extent.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { openEnrich } from './enrich-session.ts';

/** The shape that is being drawn: tests complete it, and stopping ends it. */
const drawing = vi.hoisted(() => ({ complete: (_shape: unknown) => {} }));
vi.mock('../select/draw-shapes.ts', () => ({
  drawShapes: () => ({
    draw: () => new Promise((resolve) => (drawing.complete = resolve)),
    stop: () => drawing.complete(undefined),
    close: () => {},
  }),
}));
// The SDK's operator loads an engine of its own.
vi.mock('@arcgis/core/geometry/operators/geodeticAreaOperator.js', () => ({
  load: async () => {},
  execute: ({ extent }: Polygon) => (extent ? extent.width * extent.height : 0),
}));

const spatialReference = { wkid: 102_100 };
const square = (side: number) => new Extent({ xmin: 0, ymin: 0, xmax: side, ymax: side, spatialReference });

/** A view of 100 by 100 metres with one selected area, which its service returns when a test wants it. */
function rig() {
  const answer = Promise.withResolvers<object>();
  const layer = {
    id: 'parks',
    type: 'feature',
    geometryType: 'polygon',
    load: async () => {},
    queryFeatures: () => answer.promise,
  };
  const view = {
    extent: square(100),
    spatialReference,
    map: { layers: new Collection([layer] as never[]), add: () => {} },
    selectionManager: { selections: [{ layer, selection: [1] }], on: () => {} },
  };
  const session = openEnrich({ view, onLeave: () => () => {} } as unknown as MapInternals);
  return { session, answer };
}

it('an area that is not drawn ends what is being drawn for another one', async () => {
  const { session } = rig();
  const drawn = session.draw('rectangle', 0);
  await session.takeView();
  drawing.complete(Polygon.fromExtent(square(3)));
  await drawn;
  expect(session.area.get()).toBe(10_000);
});

it.each([
  ['the one chosen last', 10_000, (session: ReturnType<typeof openEnrich>) => session.takeView()],
  ['none after it was cleared', undefined, async (session: ReturnType<typeof openEnrich>) => session.clear()],
])('the area is %s, although that of the selection arrives later', async (_what, area, choose) => {
  const { session, answer } = rig();
  const selected = session.takeSelected(0, new AbortController().signal);
  await choose(session);
  answer.resolve({ features: [{ geometry: Polygon.fromExtent(square(3)) }] });
  await selected;
  expect(session.area.get()).toBe(area);
});

it('the area is that of the selection', async () => {
  const { session, answer } = rig();
  answer.resolve({ features: [{ geometry: Polygon.fromExtent(square(3)) }] });
  await session.takeSelected(0, new AbortController().signal);
  expect(session.area.get()).toBeCloseTo(9);
});
