import { addLayersTool } from '../features/add-layers/index.ts';
import { MapCommands } from '../features/commands/index.ts';
import { EditNotice } from '../features/editing/index.ts';
import { exportTool } from '../features/export/index.ts';
import { inViewTool, MapAnnouncer } from '../features/in-view/index.ts';
import { IntegrationsOnMap } from '../features/integrations/index.ts';
import { layersTool } from '../features/layers/index.ts';
import { measureTool } from '../features/measure/index.ts';
import { PopupActions } from '../features/popup/index.ts';
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
  type ViewerTool,
} from '../features/viewer/index.ts';
import { workSlots, workTools } from './viewer-work.tsx';

const tools: readonly ViewerTool[] = [
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
  inViewTool,
  ...workTools,
];

/** What the page puts into the map viewer; the tools in the order of the rail. */
export const viewerSlots: ViewerSlots = {
  ...workSlots,
  tools,
  search: <SearchBox />,
  overlay: (
    <>
      <IntegrationsOnMap />
      <MapCommands tools={tools} />
      <MapAnnouncer />
      <PopupActions />
      <EditNotice />
    </>
  ),
  below: <TableDock />,
};
