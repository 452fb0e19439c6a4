/** The small part of the Google Maps JavaScript API that is used here. */
export interface GoogleMaps {
  importLibrary(name: 'streetView'): Promise<StreetViewLibrary>;
}

export interface StreetViewLibrary {
  StreetViewService: new () => {
    getPanorama(request: object): Promise<{ data: { location: { pano: string; latLng: LatLng } } }>;
  };
  StreetViewPanorama: new (element: HTMLElement, options: object) => Panorama;
}

export interface LatLng {
  lat(): number;
  lng(): number;
}

export interface Panorama {
  setPano(pano: string): void;
  setPov(pov: { heading: number; pitch: number }): void;
  getPov(): { heading: number; pitch: number };
  getPano(): string;
  getPosition(): LatLng | null;
  addListener(event: 'position_changed' | 'pov_changed' | 'pano_changed', listener: () => void): void;
}

declare global {
  interface Window {
    google?: { maps?: GoogleMaps };
    /** Google calls it when a key is invalid for this URL. */
    gm_authFailure?: () => void;
  }
}
