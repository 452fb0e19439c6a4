import Divider from '@mui/material/Divider';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import type { TranslatedItem } from '../../wire/item-translations.ts';
import { useConfiguration } from '../context/application-context.ts';
import { openedMap } from '../context/offline-maps.ts';
import { FormPreviewContext, keepsOpen } from '../context/open-map.ts';
import { recordMap } from '../context/recent-maps.ts';
import { addLayersTool } from '../features/map-tools/add-layers/index.ts';
import { analysisTool } from '../features/map-tools/analysis/index.ts';
import { enrichTool } from '../features/map-tools/enrich/index.ts';
import { chartsTool, DashboardDock } from '../features/map-tools/charts/index.ts';
import { MapCommands } from '../features/shell/commands/index.ts';
import { EditNotice, editTool, FormPreview } from '../features/map-tools/editing/index.ts';
import { exportTool } from '../features/map-tools/export/index.ts';
import { historyTool, UndoButtons } from '../features/map-tools/history/index.ts';
import { inViewTool, MapAnnouncer } from '../features/map-tools/in-view/index.ts';
import { extensionTools, IntegrationsOnMap } from '../features/map-tools/integrations/index.ts';
import { layersTool } from '../features/map-tools/layers/index.ts';
import { measureTool } from '../features/map-tools/measure/index.ts';
import { PopupActions } from '../features/map-tools/popup/index.ts';
import { Presentation, presentationTool } from '../features/map-tools/presentation/index.ts';
import {
  DraftOffer,
  SaveButton,
  SavingProvider,
  saveTool,
  WorkActions,
} from '../features/map-tools/saving/index.ts';
import { SceneButton, SceneDock, sceneTool } from '../features/map-tools/scene/index.ts';
import { selectTool } from '../features/map-tools/select/index.ts';
import { SearchBox } from '../features/map-tools/search/index.ts';
import { commentsTool, CommentsProvider, MentionNotice } from '../features/sharing/comments/index.ts';
import { EmbedControl } from '../features/sharing/embed/index.ts';
import { shareTool } from '../features/sharing/share-map/index.ts';
import { sketchTool } from '../features/map-tools/sketch/index.ts';
import { swipeTool } from '../features/map-tools/swipe/index.ts';
import { timeTool } from '../features/map-tools/time/index.ts';
import { TableDock } from '../features/map-tools/table/index.ts';
import { WaitingNotes } from '../features/map-tools/waiting/index.ts';
import {
  MapViewer,
  basemapsTool,
  bookmarksTool,
  legendTool,
  type ViewerMap,
  type ViewerSlots,
  type ViewerTool,
} from '../features/map-tools/viewer/index.ts';

/** The tools for the map as a document: sharing, saving and history. */
const workTools: readonly ViewerTool[] = [shareTool, commentsTool, saveTool, historyTool];

/** Preloaded, so that saving can report an unreachable server, from which no code could be loaded then. */
const ahead = workTools.map(({ load }) => load);

const formPreview = (layerId: string) => <FormPreview layerId={layerId} />;

function WorkAround({ children }: { children: ReactNode }) {
  return (
    <SavingProvider ahead={ahead}>
      <FormPreviewContext value={formPreview}>
        <CommentsProvider>{children}</CommentsProvider>
      </FormPreviewContext>
    </SavingProvider>
  );
}

const workSlots: Omit<ViewerSlots, 'tools'> = {
  Around: WorkAround,
  actions: (
    <WorkActions>
      <UndoButtons />
      <Divider orientation="vertical" flexItem />
      <SaveButton />
    </WorkActions>
  ),
  notes: (
    <>
      <DraftOffer />
      <WaitingNotes />
    </>
  ),
};

/** Before those for the map as a document. */
const mapTools: readonly ViewerTool[] = [
  layersTool,
  sceneTool,
  legendTool,
  basemapsTool,
  bookmarksTool,
  presentationTool,
  addLayersTool,
  measureTool,
  sketchTool,
  selectTool,
  exportTool,
  editTool,
  timeTool,
  swipeTool,
  chartsTool,
  analysisTool,
  enrichTool,
  inViewTool,
];

/** What the page puts into the map viewer; the tools in the order of the rail. */
function useViewerSlots(): ViewerSlots {
  const { integrations } = useConfiguration().config;
  return useMemo(() => {
    const tools: readonly ViewerTool[] = [...mapTools, ...extensionTools(integrations), ...workTools];
    return {
      ...workSlots,
      tools,
      search: <SearchBox />,
      controls: <SceneButton />,
      overlay: (
        <>
          <SceneDock />
          <IntegrationsOnMap />
          <MapCommands tools={tools} />
          <MapAnnouncer />
          <Presentation />
          <PopupActions />
          <EditNotice />
          <MentionNotice />
          <EmbedControl />
        </>
      ),
      below: <TableDock />,
      beside: <DashboardDock />,
    };
  }, [integrations]);
}

/**
 * `/{org}/map`: a new map (Map > New); `/{org}/map/wid/{wid}`: a web map of the portal; `/{org}/map/sid/{sid}`: a map
 * shared by link. One component, so that a new map stays open when its first save gives it an address.
 */
export function MapRoute() {
  const { wid = '', sid = '' } = useParams();
  const { org, connection } = useConfiguration();
  const id = wid || sid;
  const map = useMemo<ViewerMap>(
    () => (id ? { kind: wid ? 'web-map' : 'shared-map', id } : { kind: 'new' }),
    [wid, id],
  );
  useEffect(() => {
    openedMap.set(wid || undefined);
    return () => openedMap.set(undefined);
  }, [wid]);
  const viewerKey = useViewerKey(`${map.kind} ${id}`);
  const record = useCallback(
    ({ title, properties }: TranslatedItem) => {
      if (!id) return;
      const by = connection.session.credential?.userId;
      recordMap(localStorage, org, {
        kind: wid ? 'wid' : 'sid',
        id,
        title: title ?? '',
        properties,
        openedAt: Date.now(),
        ...(by && { by }),
      });
    },
    [org, connection, wid, id],
  );
  return (
    <MapViewer key={viewerKey} viewerKey={viewerKey} map={map} onOpen={record} slots={useViewerSlots()} />
  );
}

/** A key for the viewer of each address; the same for an address at which the viewer stays open. */
function useViewerKey(address: string): string {
  const { state } = useLocation();
  const [viewer, setViewer] = useState(() => ({ address, key: newKey() }));
  if (viewer.address === address) return viewer.key;
  const key = keepsOpen({ state }, viewer.key) ? viewer.key : newKey();
  setViewer({ address, key });
  return key;
}

/** Unique among the history entries of the tab, which outlast the page. */
const newKey = () => Math.random().toString(36).slice(2);
