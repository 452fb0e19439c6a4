import type { GoogleMaps, Panorama } from '../../integration-kinds/streetview/page/street-view-page.tsx';

interface FakePano {
  pano: string;
  lat: number;
  lng: number;
}

/**
 * The part of the Google Maps API that Street View needs, over a few photos: events echo every change, as
 * Google's do.
 */
export function fakeGoogleMaps(panos: readonly FakePano[]) {
  const created: FakePanorama[] = [];
  const state: { refusal: Error | undefined; delays: number[] } = { refusal: undefined, delays: [] };
  const latLng = ({ lat, lng }: FakePano) => ({ lat: () => lat, lng: () => lng });

  class FakePanorama implements Panorama {
    #pano = '';
    #pov = { heading: 0, pitch: 0 };
    readonly #listeners: [string, () => void][] = [];
    constructor() {
      created.push(this);
    }
    #notify(event: string) {
      for (const [name, listener] of this.#listeners) if (name === event) listener();
    }
    setPano(pano: string) {
      this.#pano = pano;
      this.#notify('pano_changed');
      this.#notify('position_changed');
    }
    setPov(pov: { heading: number; pitch: number }) {
      this.#pov = pov;
      this.#notify('pov_changed');
    }
    getPov = () => this.#pov;
    getPano = () => this.#pano;
    getPosition = () => {
      const found = panos.find(({ pano }) => pano === this.#pano);
      return found ? latLng(found) : null;
    };
    addListener(event: string, listener: () => void) {
      this.#listeners.push([event, listener]);
    }
  }

  class FakeService {
    async getPanorama(request: object) {
      const { location, radius } = request as { location: { lat: number; lng: number }; radius: number };
      for (let delay = state.delays.pop() ?? 0; delay > 0; delay--) await Promise.resolve();
      if (state.refusal) throw state.refusal;
      const near = panos.find(
        ({ lat, lng }) => Math.hypot(lat - location.lat, lng - location.lng) * 111_320 < radius,
      );
      if (!near) throw Object.assign(new Error('ZERO_RESULTS: none'), { code: 'ZERO_RESULTS' });
      return { data: { location: { pano: near.pano, latLng: latLng(near) } } };
    }
  }
  const maps: GoogleMaps = {
    importLibrary: async () => ({ StreetViewService: FakeService, StreetViewPanorama: FakePanorama }),
  };
  return {
    maps,
    created,
    refuseWith: (error: Error | undefined) => (state.refusal = error),
    /** Delivers the next two responses in reverse order. */
    answerInReverse: () => (state.delays = [0, 20]),
  };
}
