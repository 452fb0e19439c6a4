import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { useAddressView } from '../../../context/address-view.ts';
import { useEmbedded, usePageSidebar, usePageTitle, usePresenting } from '../../../context/page-frame.ts';
import { FoundToolsContext, NamedToolsContext, OpenToolContext } from '../../../context/open-map.ts';
import { storeArea } from '../../../context/recent-maps.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { shownTable } from '../../../map/table/feature-table.ts';
import { Attribution } from './attribution.tsx';
import { EmbeddedLegend } from './embedded-legend.tsx';
import { controlsInLowMaps } from '../../../ui/control-group.tsx';
import { FirstPicture, type FirstPictureProps } from './first-picture.tsx';
import { MapNotes } from './map-notes.tsx';
import { MapProblem } from './map-problem.tsx';
import { NavigationControls } from './navigation-controls.tsx';
import { PointerCoordinates, ScaleBar } from './scale-bar.tsx';
import { ToolPanel } from './tool-panel.tsx';
import { ToolRail } from './tool-rail.tsx';
import { useAudienceStart } from './use-audience-start.ts';
import { useNoticesOverMap } from './use-notices-over-map.ts';
import { useViewerTools } from './use-viewer-tools.ts';
import { useToolState } from './use-tool-state.ts';
import { useUrlHash } from './use-url-hash.ts';
import { lowSheets } from '../../../ui/sizes.ts';
import { toolName, type ViewerSlots, type ViewerTool } from './viewer-tools.ts';

const reload = () => location.reload();
const none: readonly ViewerTool[] = [];

export interface ViewerFrameProps {
  canvas: ReactNode;
  /** The map's title, as soon as it is known. */
  title: string | undefined;
  slots: ViewerSlots;
  /** Shown until the map is drawn. */
  first: FirstPictureProps;
}

/** The map with its surroundings: tool rail and panel, controls, scale, credits, and slots for other features. */
export function ViewerFrame({ canvas, title, slots, first }: ViewerFrameProps) {
  const { t } = useTranslation();
  const presenting = usePresenting();
  const embedded = useEmbedded();
  const bare = embedded || presenting;
  // Saving may change the title of the open map.
  const savedTitle = useMapState((state) => state.title);
  usePageTitle(savedTitle || title);
  const [inScene] = useAddressView('scene');
  const { tools, listed, found } = useViewerTools(slots.tools ?? none);
  const named = useMemo(
    () => (slots.tools ?? none).map((each) => ({ id: each.id, title: toolName(t, each) })),
    [slots.tools, t],
  );
  const { tool, open, choose, show, ask, requested, close } = useToolState(tools);
  useAudienceStart(show, close);
  useRoomForTable(close);
  useCoveredEdges();
  const map = useRef<HTMLDivElement>(null);
  useNoticesOverMap(map);
  const malformed = useUrlHash(open ? tool?.id : undefined);
  useRememberArea();
  const error = useMapState((state) => state.error);
  usePageSidebar(!error && !presenting);
  const drawn = useMapState((state) => state.drawn);
  // On a phone, and in a low map, a popup or a slide fills much of the map, and floating controls would hide its text.
  const selected = useMapState((state) => state.selected !== undefined);
  const aside = selected || presenting ? styles.aside : undefined;
  return (
    <OpenToolContext value={ask}>
      <FoundToolsContext value={found}>
        <NamedToolsContext value={named}>
          <Box sx={selected ? { ...styles.frame, ...styles.roomForPopup } : styles.frame}>
            {!bare && (
              <ToolRail
                tools={listed}
                inScene={inScene}
                openId={open ? tool?.id : undefined}
                onChoose={choose}
              />
            )}
            <Box sx={styles.main}>
              <Box sx={styles.middle}>
                <Box ref={map} aria-busy={!drawn} sx={styles.map}>
                  {canvas}
                  <OpeningCover />
                  <FirstPicture {...first} />
                  {error && (
                    <Box sx={styles.problem}>
                      <MapProblem error={error} onRetry={reload} />
                    </Box>
                  )}
                  <Box sx={styles.top}>
                    <Box sx={styles.bar}>
                      <Box data-tour="map-search" sx={styles.search}>
                        {!presenting && slots.search}
                      </Box>
                      {slots.actions && !bare && (
                        <Paper
                          component="section"
                          variant="outlined"
                          aria-label={t('viewer.actions')}
                          data-tour="map-actions"
                          sx={{ ...styles.actions, ...aside }}
                        >
                          {slots.actions}
                        </Paper>
                      )}
                    </Box>
                    {slots.notes}
                    <MapNotes malformedLink={malformed} onShowLayers={() => show('layers')} />
                  </Box>
                  {slots.overlay}
                  {embedded && <EmbeddedLegend />}
                  <Box sx={{ ...styles.controls, display: 'flex', ...aside }}>
                    {slots.controls}
                    <NavigationControls />
                  </Box>
                  <Box sx={styles.foot}>
                    <ScaleBar />
                    <PointerCoordinates />
                    <Attribution />
                  </Box>
                </Box>
                {slots.below}
              </Box>
              {slots.beside}
            </Box>
            {!bare && open && tool && (
              <ToolPanel key={tool.id} tool={tool} requested={requested} onClose={close} />
            )}
          </Box>
        </NamedToolsContext>
      </FoundToolsContext>
    </OpenToolContext>
  );
}

/** Pixels covered by search and save, the buttons, and the credits, plus the size of a symbol at the edge. */
const covered = { top: 84, buttons: 84, bottom: 44, free: 20 };

/** Targets are shown beside the floating controls. */
function useCoveredEdges() {
  const model = useMapModel();
  const { direction } = useLanguage();
  useEffect(() => {
    const { top, bottom, buttons, free } = covered;
    const sides = direction === 'rtl' ? { left: buttons, right: free } : { left: free, right: buttons };
    model?.setCovered({ top, bottom, ...sides });
  }, [model, direction]);
}

const styles = {
  frame: {
    position: 'relative',
    // Independent of its content: a long panel scrolls and does not stretch the map.
    flex: 'none',
    display: 'flex',
    // On phones the rail is a bar at the bottom, and the panel a sheet above it.
    flexDirection: { xs: 'column-reverse', sm: 'row' },
    height: 'calc(100dvh - var(--header-height) - var(--sheet-height, 0px))',
    minHeight: 0,
    overflow: 'hidden',
  },
  // In a low window the sheet gives its height to a popup, until the sheet or the bar of tools has the focus.
  roomForPopup: {
    [lowSheets]: {
      '& > :focus-within + section': { height: '0 !important', borderTop: 0, overflow: 'hidden' },
    },
  },
  main: {
    // Beside the panel, which follows it for the Tab key: a layer list may have a hundred stops.
    order: 1,
    flex: 1,
    display: 'flex',
    flexDirection: { xs: 'column', sm: 'row' },
    minWidth: 0,
    minHeight: 0,
  },
  middle: { flex: 1, display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  map: {
    position: 'relative',
    flex: 1,
    minWidth: 0,
    minHeight: 0,
    overflow: 'hidden',
    backgroundColor: 'background.default',
    // A sheet or a table may leave so little of it that what floats above would overlap.
    containerName: 'map',
    containerType: 'size',
  },
  problem: { position: 'absolute', inset: 0, display: 'flex', backgroundColor: 'background.default' },
  top: {
    position: 'absolute',
    top: 12,
    insetInline: 12,
    display: 'grid',
    // Not wider than the map, of which a panel may leave little.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 1,
    justifyItems: 'start',
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto' },
  },
  bar: { display: 'flex', flexWrap: 'wrap', gap: 1, width: '100%', pointerEvents: 'none !important' },
  search: {
    flex: '1 1 120px',
    minWidth: 0,
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto' },
    // Of a lower map it would cover the credits.
    '@container map (max-height: 110px)': { display: 'none' },
  },
  actions: {
    display: 'flex',
    alignItems: 'center',
    marginInlineStart: 'auto',
    pointerEvents: 'auto',
    boxShadow: '0 1px 4px rgb(0 0 0 / 10%)',
    '&:empty': { display: 'none' },
    '@container map (max-height: 140px)': { display: 'none' },
  },
  aside: {
    display: { xs: 'none', sm: 'flex' },
    '@container map (max-height: 440px)': { display: 'none' },
  },
  controls: {
    position: 'absolute',
    insetInlineEnd: 12,
    bottom: 36,
    flexDirection: { xs: 'row', sm: 'column' },
    alignItems: 'flex-end',
    gap: 1,
    // A column would reach the buttons above.
    '@container map (max-height: 480px)': { flexDirection: 'row' },
    // Only what moves the map.
    [controlsInLowMaps]: { '& > :not(:last-child)': { display: 'none' } },
    '@container map (max-height: 150px)': { display: 'none' },
  },
  foot: {
    position: 'absolute',
    insetInline: 0,
    bottom: 0,
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    minHeight: 24,
    '@container map (max-height: 40px)': { display: 'none' },
    px: 1,
    fontSize: '0.6875rem',
    color: 'text.primary',
    backgroundColor: 'color-mix(in srgb, var(--mui-palette-background-paper) 82%, transparent)',
  },
} as const;

/** Stores the visible area, so that the gallery can search it. */
function useRememberArea(): void {
  const { org } = useConfiguration();
  const area = useMapState((state) => state.area);
  useEffect(() => {
    if (area) storeArea(sessionStorage, org, area);
  }, [org, area]);
}

/**
 * A placeholder until there is a map. Not animated, because it would compete with the map's first frames for graphics
 * time.
 */
function OpeningCover() {
  const { t } = useTranslation();
  const opening = useMapState((state) => state.status === 'opening');
  if (!opening) return null;
  return (
    <Box
      component="output"
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        placeItems: 'center',
        color: 'text.secondary',
        pointerEvents: 'none',
      }}
    >
      {t('map.loading')}
    </Box>
  );
}

/** Closes the sheet of the open tool when a table opens on a phone, where both together would cover the map. */
export function useRoomForTable(closeSheet: () => void): void {
  const model = useMapModel();
  useEffect(() => {
    if (!model) return undefined;
    const shown = shownTable(model);
    return shown.subscribe(() => {
      if (shown.get() !== undefined && matchMedia('(max-width: 599.95px)').matches) closeSheet();
    });
  }, [model, closeSheet]);
}
