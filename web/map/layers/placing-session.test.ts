import Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import MediaLayer from '@arcgis/core/layers/MediaLayer.js';
import ControlPointsGeoreference from '@arcgis/core/layers/support/ControlPointsGeoreference.js';
import ImageElement from '@arcgis/core/layers/support/ImageElement.js';
import WebMap from '@arcgis/core/WebMap.js';
import { describe, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { placePicture } from './placing-session.ts';

const spatialReference = SpatialReference.WebMercator;

/** Swiss coordinates, whose origin is that of the map here; the engine knows no others. */
const swiss = { reference: new SpatialReference({ wkid: 2056 }), east: 2_600_000, north: 1_200_000 };
const engine = { isLoaded: false };
vi.mock('@arcgis/core/geometry/operators/projectOperator.js', () => ({
  load: async () => {
    engine.isLoaded = true;
  },
  execute: ({ x, y, spatialReference: from }: Point, to: SpatialReference) =>
    engine.isLoaded && from.wkid === 2056
      ? new Point({ x: x - swiss.east, y: y - swiss.north, spatialReference: to })
      : null,
}));

/** A picture of 200 × 100 units around 200, 150, on a view of two units per pixel; its corners may be in another reference. */
async function rig({ reference, east, north } = { reference: spatialReference, east: 0, north: 0 }) {
  const corner = (left: number, top: number, x: number, y: number) => ({
    sourcePoint: { x: left, y: top },
    mapPoint: new Point({ x: x + east, y: y + north, spatialReference: reference }),
  });
  const georeference = new ControlPointsGeoreference({
    width: 20,
    height: 10,
    controlPoints: [
      corner(0, 10, 100, 100),
      corner(0, 0, 100, 200),
      corner(20, 0, 300, 200),
      corner(20, 10, 300, 100),
    ],
  });
  const picture = new ImageElement({ image: 'https://x.example/plan.png', georeference });
  const layer = new MediaLayer({ id: 'plan', source: picture as never });
  const layerView = { interactive: false, selectedElement: null as unknown, destroyed: false };
  const announcePoint = vi.fn<MapInternals['announcePoint']>();
  const release = vi.fn<() => void>();
  const view = {
    map: new WebMap({ layers: [layer] }),
    spatialReference,
    toScreen: ({ x, y }: Point) => ({ x: x / 2, y: (1000 - y) / 2 }),
    toMap: ({ x, y }: { x: number; y: number }) => new Point({ x: 2 * x, y: 1000 - 2 * y, spatialReference }),
    whenLayerView: async () => layerView,
  };
  const internals = { view, claimClicks: () => release, announcePoint } as unknown as MapInternals;
  const session = await placePicture(internals, 'plan');
  const corners = () =>
    (picture.georeference as ControlPointsGeoreference).controlPoints?.map(({ mapPoint }) => [
      Math.round(mapPoint?.x ?? 0),
      Math.round(mapPoint?.y ?? 0),
    ]);
  return { session, corners, announcePoint, release, layerView, picture, georeference };
}

describe('a picture that is placed', () => {
  it('moves by pixels of the screen, which is announced', async () => {
    const { session, corners, announcePoint } = await rig();
    session.change({ right: 10, down: 20 });
    expect(corners()).toEqual([
      [120, 60],
      [120, 160],
      [320, 160],
      [320, 60],
    ]);
    expect(announcePoint).toHaveBeenCalledOnce();
    expect(announcePoint.mock.calls[0]?.[0]).toMatchObject({ x: 220, y: 110 });
  });

  it('moves, too, when its corners are in another coordinate system', async () => {
    const { session, corners } = await rig(swiss);
    session.change({ right: 10, down: 20 });
    expect(corners()?.[0]).toEqual([120, 60]);
    session.change({ factor: 2 });
    expect(corners()?.[2]).toEqual([420, 210]);
  });

  it('says so when its corners cannot be projected into the map', async () => {
    const reference = new SpatialReference({ wkid: 27_700 });
    await expect(rig({ reference, east: 0, north: 0 })).rejects.toMatchObject({
      id: 'layer:coordinate-system',
    });
  });

  it('grows around its middle, and turns clockwise', async () => {
    const { session, corners } = await rig();
    session.change({ factor: 2 });
    expect(corners()).toEqual([
      [0, 50],
      [0, 250],
      [400, 250],
      [400, 50],
    ]);
    session.change({ degrees: 90 });
    // The corner at the lower left is at the upper left.
    expect(corners()?.[0]).toEqual([100, 350]);
  });

  it('gets a new place, so that the one before can be restored', async () => {
    const { session, picture, georeference } = await rig();
    session.change({ factor: 2 });
    expect(picture.georeference).not.toBe(georeference);
    expect(georeference.controlPoints?.[0].mapPoint?.x).toBe(100);
    expect(
      (picture.georeference as ControlPointsGeoreference).controlPoints?.at(2)?.sourcePoint,
    ).toMatchObject({
      x: 20,
      y: 0,
    });
  });

  it('has handles until the session is closed', async () => {
    const { session, layerView, picture, release } = await rig();
    expect(layerView).toMatchObject({ interactive: true, selectedElement: picture });
    session.close();
    expect(layerView).toMatchObject({ interactive: false, selectedElement: null });
    expect(release).toHaveBeenCalledOnce();
  });
});
