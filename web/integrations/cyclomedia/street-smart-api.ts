/** The part of Cyclomedia's Street Smart API that is used here, from its type declarations. */
export interface StreetSmartApi {
  init(options: Record<string, unknown>): Promise<void>;
  open(query: string, options: Record<string, unknown>): Promise<StreetSmartViewer[]>;
  destroy(options: { targetElement: HTMLElement; loginOauth?: boolean }): void;
  ViewerType: { PANORAMA: unknown };
  Events: { panoramaViewer: { IMAGE_CHANGE: string; VIEW_CHANGE: string } };
}

export interface StreetSmartViewer {
  on(event: string, listener: (event: { detail?: Record<string, unknown> }) => void): void;
  getRecording(): { id: string; xyz: [number, number, number?]; srs: string } | null;
  getOrientation(): { yaw: number; pitch: number; hFov: number };
  setOrientation(orientation: { yaw: number; pitch: number; hFov?: number }): void;
  openByCoordinate(coordinate: [number, number, number], srs?: string): Promise<unknown>;
}

declare global {
  interface Window {
    StreetSmartApi?: StreetSmartApi;
    React?: unknown;
    ReactDOM?: unknown;
  }
}
