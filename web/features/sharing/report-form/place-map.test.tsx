import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { MapCanvasProps } from '../../../map/map-canvas.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { openReportPlace } from '../../../map/report-place/report-place.ts';
import { PlaceMap } from './place-map.tsx';

/** The open map, without the SDK. */
const opened = vi.hoisted(() => ({ model: undefined as unknown }));
vi.mock('../../../map/map-canvas.tsx', () => ({
  MapCanvas: ({ children }: MapCanvasProps) => (
    <MapModelContext value={opened.model as ReturnType<typeof fakeMapModel>['model']}>
      {children(null)}
    </MapModelContext>
  ),
}));
vi.mock('../../../map/report-place/report-place.ts', () => ({
  openReportPlace: vi.fn<typeof openReportPlace>(),
}));

beforeEach(() =>
  vi
    .mocked(openReportPlace)
    .mockResolvedValue({ show: () => {}, goTo: () => {}, finish: () => {}, close: () => {} }),
);

async function rig() {
  const { model } = fakeMapModel();
  opened.model = model;
  const view = show(
    <PlaceMap
      shape="point"
      place={undefined}
      near={undefined}
      search={null}
      onPlace={() => {}}
      onFailure={() => {}}
    />,
    { context: await fakeContext() },
  );
  return { ...view, model };
}

describe('the map of a report', () => {
  it('moves without dragging', async () => {
    const { person, model } = await rig();
    await person.click(screen.getByRole('button', { name: 'Move the map' }));
    await person.click(screen.getByRole('button', { name: 'Move left' }));
    await person.click(screen.getByRole('button', { name: 'Move down' }));
    expect(model.pan.mock.calls).toEqual([
      [-0.3, 0],
      [0, 0.3],
    ]);
  });

  it('zooms without a wheel or two fingers', async () => {
    const { person, model } = await rig();
    await person.click(screen.getByRole('button', { name: 'Zoom in' }));
    await person.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(model.zoomIn).toHaveBeenCalledOnce();
    expect(model.zoomOut).toHaveBeenCalledOnce();
  });
});
