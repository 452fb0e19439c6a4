import Add from '@mui/icons-material/Add';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import Dashboard from '@mui/icons-material/DashboardOutlined';
import Explore from '@mui/icons-material/ExploreOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import MyLocation from '@mui/icons-material/MyLocation';
import Place from '@mui/icons-material/PlaceOutlined';
import Remove from '@mui/icons-material/Remove';
import ViewInAr from '@mui/icons-material/ViewInArOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import ZoomIn from '@mui/icons-material/ZoomInMapOutlined';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { analysisTools } from '../../../../../wire/analysis.ts';
import { MappingError } from '../../../../../wire/errors.ts';
import { useAddressView } from '../../../../context/address-view.ts';
import { formAddress } from '../../../../context/addresses.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { useFoundTools, useOpenTool } from '../../../../context/open-map.ts';
import { askForPart } from '../../../../context/tool-part.ts';
import { bookmarksOf, goToBookmark } from '../../../../map/bookmarks/bookmarks.ts';
import { chartKinds } from '../../../../map/charts/charts.ts';
import { parseCoordinates } from '../../../../map/coordinates/parse-coordinates.ts';
import { useMapModel, useMapState } from '../../../../map/map-model.ts';
import { flatLayers } from '../../../../map/map-state.ts';
import { showPlace } from '../../../../map/search/show-place.ts';
import { findPlace, locatorOf, requireLocator, suggestPlaces } from '../../../../portal/find-places.ts';
import { errorText, type MessageKey } from '../../../../i18n/index.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { type Command, useCommands, useRegisterCommands } from '../commands-context.ts';
import { useSettledText } from '../use-choice.ts';
import type { OfferedTool } from '../map-commands.tsx';

/** The commands of an open map. */
export function MapViewerCommands({ tools }: { tools: readonly OfferedTool[] }) {
  return (
    <>
      <ToolCommands tools={tools} />
      <LayerCommands />
      <FormCommands />
      <BookmarkCommands />
      <NavigationCommands />
      <PlaceCommands />
    </>
  );
}

/** The bookmarks of the open map. */
function BookmarkCommands() {
  const { t } = useTranslation();
  const model = useMapModel();
  const source = useMemo(
    () => ({
      commands: (model ? bookmarksOf(model) : []).map((bookmark): Command => ({
        id: `bookmark ${bookmark.index}`,
        group: 'bookmarks',
        title: bookmark.title || t('map.untitled'),
        words: t('viewer.bookmarks'),
        Icon: BookmarkBorder,
        run: () => (model ? goToBookmark(model, bookmark) : undefined),
      })),
    }),
    [t, model],
  );
  useRegisterCommands('bookmarks', source);
  return null;
}

/** What tools do, each found by its name; their panels show it on request (`useAskedPart`). */
const partsOfTools: Readonly<Record<string, readonly { id: string; title: MessageKey }[]>> = {
  analysis: analysisTools.map((id) => ({ id, title: `analysis.tool.${id}` as const })),
  charts: chartKinds.map((id) => ({ id, title: `charts.kind.${id}` as const })),
  measure: [
    { id: 'distance', title: 'measure.distance' },
    { id: 'area', title: 'measure.area' },
    { id: 'coordinates', title: 'measure.coordinates' },
    { id: 'profile', title: 'measure.profile' },
  ],
};

/** The sidebar's tools that are listed for the user and the open map, and what they do. */
function ToolCommands({ tools }: { tools: readonly OfferedTool[] }) {
  const { t } = useTranslation();
  const openTool = useOpenTool();
  const found = useFoundTools();
  const source = useMemo(
    () => ({
      commands: tools
        .filter(({ id }) => found.has(id))
        .flatMap(({ id, title, name = '', Icon }): Command[] => {
          const tool: Command = {
            id: `tool ${id}`,
            group: 'tools',
            title: title ? t(title) : name,
            words: t('viewer.tools'),
            Icon,
            run: () => openTool(id),
          };
          const ofTool = (partsOfTools[id] ?? []).map((part): Command => ({
            ...tool,
            id: `tool ${id} ${part.id}`,
            title: `${t(part.title)} · ${tool.title}`,
            whenTyped: true,
            run: () => {
              askForPart(id, part.id);
              openTool(id);
            },
          }));
          return [tool, ...ofTool];
        }),
    }),
    [t, tools, found, openTool],
  );
  useRegisterCommands('tools', source);
  return null;
}

/** Moving the map, and showing it in other ways. */
function NavigationCommands() {
  const { t } = useTranslation();
  const model = useMapModel();
  const [inScene, showScene] = useAddressView('scene');
  const [onDashboard, showDashboard] = useAddressView('dashboard');
  const hasCharts = useFoundTools().has('charts');
  const source = useMemo(() => {
    const command = (id: string, title: string, Icon: Command['Icon'], run: Command['run']): Command => ({
      id: `map ${id}`,
      group: 'map',
      title,
      words: t('viewer.map'),
      Icon,
      run,
    });
    if (!model) return { commands: [] };
    return {
      commands: [
        command('home', t('viewer.goHome'), HomeOutlined, () => model.goHome()),
        command('in', t('viewer.zoomIn'), Add, () => model.zoomIn()),
        command('out', t('viewer.zoomOut'), Remove, () => model.zoomOut()),
        command('north', t('viewer.faceNorth'), Explore, () => model.faceNorth()),
        command('scene', t(inScene ? 'scene.hide' : 'scene.show'), ViewInAr, () => showScene(!inScene)),
        ...(hasCharts && !onDashboard
          ? [command('dashboard', t('dashboard.open'), Dashboard, () => showDashboard(true))]
          : []),
      ],
    };
  }, [t, model, inScene, showScene, onDashboard, showDashboard, hasCharts]);
  useRegisterCommands('navigation', source);
  return null;
}

/** Commands that show, hide and zoom to each layer of the open map. */
function LayerCommands() {
  const { t } = useTranslation();
  const model = useMapModel();
  const layers = useMapState((state) => state.layers);
  const source = useMemo(
    () => ({
      commands: flatLayers(layers).flatMap(({ id, title, visible, status }): Command[] => {
        const words = t('viewer.layers');
        const toggle: Command = {
          id: `layer ${id}`,
          group: 'layers',
          title: visible ? t('commands.layer.hide', { title }) : t('commands.layer.show', { title }),
          words,
          Icon: visible ? VisibilityOff : Visibility,
          run: () => model?.setLayerVisible(id, !visible),
        };
        const zoom: Command = {
          id: `zoom ${id}`,
          group: 'layers',
          title: t('commands.layer.zoom', { title }),
          words,
          Icon: ZoomIn,
          whenTyped: true,
          run: () => model?.goToLayer(id),
        };
        return status === 'failed' ? [toggle] : [toggle, zoom];
      }),
    }),
    [t, model, layers],
  );
  useRegisterCommands('layers', source);
  return null;
}

/** The forms of the layers to which the user may add, in a map that has an item. */
function FormCommands() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { org } = useConfiguration();
  const { pathname } = useLocation();
  const layers = useMapState((state) => state.layers);
  const source = useMemo(() => {
    const [, map] = /\/map\/wid\/([^/]+)/.exec(pathname) ?? [];
    const editable = map === undefined ? [] : flatLayers(layers).filter((layer) => layer.editable);
    return {
      commands: editable.map(({ id, title }): Command => ({
        id: `form ${id}`,
        group: 'layers',
        title: t('commands.layer.form', { title }),
        words: t('commands.form'),
        Icon: AssignmentOutlined,
        whenTyped: true,
        run: () => void navigate(`${formAddress(org, map ?? '')}?layer=${encodeURIComponent(id)}`),
      })),
    };
  }, [t, navigate, org, pathname, layers]);
  useRegisterCommands('forms', source);
  return null;
}

/** Places that the portal's locator finds for the text, and the coordinates it contains. */
function PlaceCommands() {
  const { t } = useTranslation();
  const { text } = useCommands();
  const model = useMapModel();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const locator = locatorOf(portal);
  const settledText = useSettledText(text);
  const position = useMemo(() => parseCoordinates(settledText), [settledText]);
  const { data, isFetching, error } = useQuery({
    queryKey: portalKeys(connection).places(locator?.url, settledText),
    queryFn: ({ signal }) =>
      suggestPlaces(connection, requireLocator(portal), settledText, model?.state.get().place, signal),
    enabled: settledText.length > 1 && portal !== undefined && !position,
    staleTime: 60_000,
  });
  const source = useMemo(() => {
    const place = (id: string, title: string, Icon: Command['Icon'], run: Command['run']): Command => ({
      id: `place ${id}`,
      group: 'places',
      title,
      Icon,
      found: true,
      run,
    });
    const go = async (named: string, key: string) => {
      if (!model || !locator) return;
      const near = model.state.get().place;
      const signal = new AbortController().signal;
      const found = await findPlace(connection, locator, { text: named, key }, near, signal);
      if (found) await showPlace(model, found);
    };
    const places = (data ?? []).map((one, index) =>
      place(`${index} ${one.key}`, one.text, Place, () => go(one.text, one.key)),
    );
    const isMissing = error instanceof MappingError && error.id === 'portal:service-not-found';
    const title = position && `${position.lat.toFixed(6)}, ${position.lng.toFixed(6)}`;
    return {
      commands:
        title && model ? [place('position', title, MyLocation, () => showPlace(model, position))] : places,
      searching: isFetching,
      ...(isMissing && { unavailable: errorText(t, error) }),
      ...(error && !isMissing && { failure: t('commands.failed.places') }),
    };
  }, [t, model, locator, connection, position, data, isFetching, error]);
  useRegisterCommands('places', source);
  return null;
}
