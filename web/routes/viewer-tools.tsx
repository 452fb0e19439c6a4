import { IntegrationsOnMap } from '../features/integrations/index.ts';
import { layersTool } from '../features/layers/index.ts';
import { measureTool } from '../features/measure/index.ts';
import { SearchBox } from '../features/search/index.ts';
import { sketchTool } from '../features/sketch/index.ts';
import { basemapsTool, bookmarksTool, legendTool, type ViewerSlots } from '../features/viewer/index.ts';

/** What the page puts into the map viewer, in the order of the rail. */
export const viewerSlots: ViewerSlots = {
  tools: [layersTool, legendTool, basemapsTool, bookmarksTool, measureTool, sketchTool],
  search: <SearchBox />,
  overlay: <IntegrationsOnMap />,
};
