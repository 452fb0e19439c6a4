import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { shownTable } from '../../../map/table/feature-table.ts';
import { useRoomForTable } from './viewer-frame.tsx';

function Sheet({ onClose }: { onClose: () => void }) {
  useRoomForTable(onClose);
  return null;
}

function openTable(phone: boolean) {
  const close = vi.fn<() => void>();
  const { model } = fakeMapModel({});
  show(
    <MapModelContext value={model}>
      <Sheet onClose={close} />
    </MapModelContext>,
  );
  // The theme has already queried it, and listens.
  vi.stubGlobal('matchMedia', () => ({ matches: phone }));
  act(() => shownTable(model).set('stops'));
  return { close, model };
}

afterEach(() => vi.unstubAllGlobals());

describe('opening the table', () => {
  it('closes the sheet on a phone, and closing the table leaves it closed', () => {
    const { close, model } = openTable(true);
    expect(close).toHaveBeenCalledOnce();
    act(() => shownTable(model).set(undefined));
    expect(close).toHaveBeenCalledOnce();
  });

  it('leaves the panel beside the map where there is room', () => {
    expect(openTable(false).close).not.toHaveBeenCalled();
  });
});
