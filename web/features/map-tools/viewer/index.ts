/** The map viewer: the map with its surroundings, and slots for the tools of other features. */
export { MapViewer, type MapViewerProps, type ViewerMap } from './map-viewer.tsx';
export { basemapsTool, bookmarksTool, legendTool } from './sdk-panels.tsx';
export type { ViewerSlots, ViewerTool } from './viewer-tools.ts';
