import { addLayersTool } from '../features/add-layers/index.ts';
import { exportTool } from '../features/export/index.ts';
import { IntegrationsOnMap } from '../features/integrations/index.ts';
import { layersTool } from '../features/layers/index.ts';
import { measureTool } from '../features/measure/index.ts';
import { SearchBox } from '../features/search/index.ts';
import { sketchTool } from '../features/sketch/index.ts';
import { swipeTool } from '../features/swipe/index.ts';
import { TableDock } from '../features/table/index.ts';
import {
  basemapsTool,
  bookmarksTool,
  editTool,
  legendTool,
  timeTool,
  type ViewerSlots,
} from '../features/viewer/index.ts';
import { workSlots, workTools } from './viewer-work.tsx';

/** What the page puts into the map viewer, in the order of the rail. */
export const viewerSlots: ViewerSlots = {
  ...workSlots,
  tools: [
    layersTool,
    legendTool,
    basemapsTool,
    bookmarksTool,
    addLayersTool,
    measureTool,
    sketchTool,
    exportTool,
    editTool,
    timeTool,
    swipeTool,
    ...workTools,
  ],
  search: <SearchBox />,
  overlay: <IntegrationsOnMap />,
  below: <TableDock />,
};
