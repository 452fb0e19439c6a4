import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { type MapAudience, mapAudienceSchema } from '../../../../wire/map-audience.ts';
import { audienceFor, AudienceContext } from '../../../context/audience.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { scaleOfZoom } from '../../../map/map-state.ts';
import { useAudienceStart } from './use-audience-start.ts';

interface Limits {
  geometry?: { xmin: number; ymin: number; xmax: number; ymax: number } | null;
  minScale?: number;
  maxScale?: number;
}

function Start({ open, close }: { open: (tool: string) => void; close: () => void }) {
  useAudienceStart(open, close);
  return null;
}

/** A map with an audience, opened by a reader or by its author. */
function openFor(parts: Partial<MapAudience>, { isReader }: { isReader: boolean }) {
  const constraints: Limits = {};
  const view = {
    ready: true,
    destroyed: false,
    constraints,
    spatialReference: { wkid: 4326, isWGS84: true, isGeographic: true },
    when: async () => {},
  };
  const { model } = fakeMapModel({}, { view: view as never });
  const panels = { open: vi.fn<(tool: string) => void>(), close: vi.fn<() => void>() };
  const { unmount } = show(
    <AudienceContext value={audienceFor(mapAudienceSchema.parse(parts), isReader)}>
      <MapModelContext value={model}>
        <Start {...panels} />
      </MapModelContext>
    </AudienceContext>,
  );
  return { constraints, unmount, ...panels };
}

const limits: Partial<MapAudience> = { bounds: [71, 51, 72, 52], minZoom: 3, maxZoom: 14 };
afterEach(() => vi.unstubAllGlobals());

describe('a map with an audience', () => {
  it('is limited to its area and zoom levels for readers, until it is closed', async () => {
    const { constraints, unmount } = openFor(limits, { isReader: true });
    await expect.poll(() => constraints.minScale).toBe(scaleOfZoom(3));
    expect(constraints.maxScale).toBe(scaleOfZoom(14));
    expect(constraints.geometry).toMatchObject({ xmin: 71, ymin: 51, xmax: 72, ymax: 52 });
    unmount();
    expect(constraints).toEqual({ geometry: null, minScale: 0, maxScale: 0 });
  });

  it('is not limited for those who may change it', async () => {
    const author = openFor(limits, { isReader: false });
    // By then, the code of both is loaded.
    const reader = openFor(limits, { isReader: true });
    await expect.poll(() => reader.constraints.minScale).toBe(scaleOfZoom(3));
    expect(author.constraints).toEqual({});
  });

  it('begins with its panel, or with none', () => {
    const legend = openFor({ panel: 'legend' }, { isReader: true });
    expect(legend.open).toHaveBeenCalledExactlyOnceWith('legend');
    expect(legend.close).not.toHaveBeenCalled();
    const none = openFor({ panel: 'none' }, { isReader: true });
    expect(none.close).toHaveBeenCalledOnce();
    expect(none.open).not.toHaveBeenCalled();
  });

  it('begins with the tool that the link names instead', () => {
    vi.stubGlobal('location', { hash: '#tool=measure' });
    expect(openFor({ panel: 'legend' }, { isReader: true }).open).not.toHaveBeenCalled();
  });
});
