import { Fragment, useCallback, useEffect, useMemo, useState, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MappingError } from '../../../../wire/errors.ts';
import type { TranslatedItem } from '../../../../wire/item-translations.ts';
import { titledBy } from '../../../../wire/map-translations.ts';
import { parseUrlState, type MapPlace } from '../../../../wire/url-state.ts';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { audienceFor, AudienceContext, type Audience } from '../../../context/audience.ts';
import { type OpenMap, OpenMapContext } from '../../../context/open-map.ts';
import { openAudience } from '../../../map/document/own-members.ts';
import { MapCanvas } from '../../../map/map-canvas.tsx';
import type { MapSource, PrefetchedAnswers, WebMapSource } from '../../../map/map-source.ts';
import { type FirstPictureProps, firstPictureOf } from './first-picture.tsx';
import { MapProblem } from './map-problem.tsx';
import { type OtherWork, turnsOf } from './other-work.ts';
import { useFirstDocument, useOpenWork } from './use-open-work.ts';
import { useOwnPicture } from './use-own-picture.ts';
import { isReader, useReaderTexts } from './use-reader-texts.ts';
import { ViewerFrame } from './viewer-frame.tsx';
import type { ViewerSlots } from './viewer-tools.ts';
import { useQuery } from '@tanstack/react-query';
import { hostsOf } from '../../../../wire/map-hosts.ts';
import { reportMapOpened } from '../../../api/administration.ts';
import { getSharedMap } from '../../../api/maps.ts';
import { awaitHosts } from '../../../context/page-hosts.ts';
import { requireWebMap } from '../../../map/document/readable-document.ts';
import { prefetchLayerResources } from '../../../map/prefetch-layer-resources.ts';
import { useStore } from '../../../store.ts';
import { withThemedBasemap } from '../../../map/themed-basemap.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { useColorScheme } from '@mui/material/styles';
import type { Appearance } from '../../../map/map-model.ts';
import { useLanguage } from '../../../i18n/index.ts';

export interface MapViewerProps {
  /** The map at the page's address: the one to open, and later the web map that the first save of a new one created. */
  map: ViewerMap;
  /** Identifies the viewer to navigations that keep it open (`KeepOpenState`). */
  viewerKey: string;
  /** Called with the texts of its item once the map's document is loaded. */
  onOpen?: (map: TranslatedItem) => void;
  slots?: ViewerSlots;
}

/**
 * A portal's map or a new one, with its tools. If a map cannot be opened, shows the reason in its place, with an
 * action.
 */
export function MapViewer({ map, viewerKey, onOpen, slots = {} }: MapViewerProps) {
  const { t } = useTranslation();
  const appearance = useAppearance();
  const { begun, instead, setInstead, saved, setItem } = useOpenWork(map);
  const { source, title: loadedTitle, texts, error, retry } = useMapSource(begun, instead, setInstead);
  const title = begun.kind === 'new' ? saved?.title : loadedTitle;
  const id = map.kind === 'new' ? '' : map.id;
  const loadedItem = source?.webMap?.item?.answer as PortalItem | undefined;
  const item = saved?.id === id ? saved : loadedItem;
  const opened = useMemo<OpenMap>(
    () => ({
      kind: map.kind,
      id,
      item,
      setItem,
      viewerKey,
      reopen: (next, left) =>
        setInstead((now) => ({ ...next, saved: false, undo: left && { ...left, undo: now?.undo } })),
    }),
    [map, id, item, viewerKey, setInstead, setItem],
  );
  const audience = useOpenAudience(begun, source);
  const first = useFirstPicture(begun, source, appearance);
  const [failure, setFailure] = useState<MappingError>();
  useEffect(() => {
    const now = begun.kind === 'new' ? saved : texts;
    if (now) onOpen?.(now);
  }, [begun, saved, texts, onOpen]);
  const tryAgain = useCallback(() => location.reload(), []);
  if (error) return <MapProblem error={error} onRetry={retry} />;
  if (failure) return <MapProblem error={failure} onRetry={tryAgain} />;
  const shownTitle = map.kind === 'new' ? t('viewer.newMap') : title;
  const Around = slots.Around ?? Fragment;
  return (
    <OpenMapContext value={opened}>
      <AudienceContext value={audience}>
        <MapCanvas
          source={source}
          appearance={appearance}
          label={title ?? t('viewer.map')}
          onFailure={setFailure}
        >
          {(canvas) => (
            <Around>
              <ViewerFrame canvas={canvas} title={shownTitle} slots={slots} first={first} />
            </Around>
          )}
        </MapCanvas>
      </AudienceContext>
    </OpenMapContext>
  );
}

/** The picture to show until the map is drawn: of the saved map, not of work that replaces it. */
function useFirstPicture(
  map: ViewerMap,
  source: MapSource | undefined,
  { scheme }: Appearance,
): FirstPictureProps {
  const { connection } = useConfiguration();
  const { known, own } = useOwnPicture(map, source);
  return useMemo(() => {
    if (!known || !source || source.unsaved || source.turns) return { known, picture: undefined };
    const { item, data } = source.webMap ?? {};
    const shown = { hash: location.hash, place: source.place, scheme, own };
    return {
      known,
      picture: firstPictureOf(connection, item?.answer as PortalItem | undefined, data, shown),
    };
  }, [source, connection, scheme, known, own]);
}

/** The audience of the map. It applies to those who may not change the map, and to everyone in a shared map. */
function useOpenAudience({ kind }: ViewerMap, source: MapSource | undefined): Audience {
  const { user } = useIdentity();
  const store = useMemo(() => source && openAudience(source), [source]);
  const own = useStore(store);
  const item = source?.webMap?.item?.answer;
  const reading = isReader(kind, item, user?.username);
  return useMemo(() => audienceFor(own, reading, (next) => store?.set(next)), [own, reading, store]);
}

/**
 * Collects the input for opening a map: the portal's description and the map's document, requested in parallel while
 * the SDK loads. `source` keeps its identity while it refers to the same map.
 */
function useMapSource(map: ViewerMap, instead: OtherWork | undefined, open: (work: OtherWork) => void) {
  const { config, connection } = useConfiguration();
  const { portal } = useIdentity();
  const { templateWebMapId, basemap, basemapKey, elevation, extent } = config.map;
  const document = useMapDocument(map, templateWebMapId);
  // The viewpoint is read once: from then on the map owns its view, and the URL follows it.
  const [linked] = useState(() => parseUrlState(location.hash).state.at);
  // A missing template must not prevent a new map.
  const fresh = map.kind === 'new' && (templateWebMapId === '' || document.isError);
  const settled = fresh || document.data !== undefined;
  const { document: data, ...opening } = useFirstDocument(map.kind === 'new', document.data, settled);
  const ready = portal !== undefined && opening.settled;
  const { item: readItem, dictionary, title } = useReaderTexts(map.kind, data);
  const { language } = useLanguage();
  const [firstLanguage] = useState(language);
  // A new map starts from the template, but is not that item.
  const item = map.kind === 'new' ? undefined : readItem;
  const source = useMemo<MapSource | undefined>(
    () =>
      ready
        ? {
            portal: connection,
            portalSelf: portal,
            webMap: instead ? { item, data: instead.document } : data && { item, data: data.webMap.data },
            dictionary,
            ...(instead && !instead.saved && { unsaved: { since: instead.since } }),
            ...(instead && { turns: turnsOf(instead, open, data?.webMap.data as object | undefined) }),
            scene: data?.scene,
            early: data?.early,
            basemap,
            basemapKey,
            elevation,
            extent,
            // Other work replaces the current one, and so does the map in another language.
            place:
              instead || language !== firstLanguage
                ? parseUrlState(location.hash).state.at
                : (linked ?? data?.place),
          }
        : undefined,
    // The portal's description is reloaded in another language; the map stays open.
    // oxlint-disable-next-line react/exhaustive-deps
    [
      ready,
      connection,
      data,
      item,
      dictionary,
      basemap,
      basemapKey,
      elevation,
      extent,
      linked,
      instead,
      open,
    ],
  );
  return {
    source,
    /** Known before the map is open, for the header. */
    title: map.kind === 'new' ? undefined : title,
    /** As the owner wrote them, with their translations. */
    texts: map.kind === 'new' ? undefined : data?.texts,
    error: fresh ? null : document.error,
    retry: () => void document.refetch(),
  };
}

/** What the viewer opens: a portal's map, a shared map, or a new one. */
export type ViewerMap =
  { kind: 'new' } | { kind: 'web-map'; id: string } | { kind: 'shared-map'; id: string };

/** A map's document, from any source. */
interface MapDocument {
  /** Title and summary as the owner wrote them, with their translations. */
  texts: TranslatedItem;
  webMap: WebMapSource;
  /** The web scene whose flat form `webMap` is. */
  scene?: MapSource['scene'];
  /** Prefetched resources of its layers. */
  early: PrefetchedAnswers;
  /** The initial viewpoint, if not in the web map itself. */
  place?: MapPlace;
}

/**
 * The document of the map to open; requested again after a sign-in. A new map uses the organisation's template, if
 * there is one.
 */
function useMapDocument(map: ViewerMap, template: string) {
  const { org, config, connection } = useConfiguration();
  const { scheme } = useAppearance();
  const { who, known } = usePortalIdentity(connection);
  const id = map.kind === 'new' ? template : map.id;
  useCountOpened(org, `${map.kind} ${id}`, known);
  const { session } = connection;
  const askFor = (data: unknown) => {
    const themed = withThemedBasemap(data, config.map.basemap, scheme, location.origin);
    return prefetchLayerResources(themed, connection);
  };
  const opened = (data: unknown) => awaitHosts(hostsOf(data), { org, keepWork: () => session.keepWork() });
  return useQuery({
    queryKey: personKeys(connection, who).mapDocument(org, map.kind, id),
    queryFn: async ({ signal }): Promise<MapDocument> => {
      if (map.kind === 'shared-map') {
        const { title, webMap, viewpoint } = await getSharedMap(org, id, signal);
        requireWebMap(webMap);
        await opened(webMap);
        const place = viewpoint && {
          lat: viewpoint.latitude,
          lng: viewpoint.longitude,
          zoom: viewpoint.zoom,
          rotation: viewpoint.rotation,
        };
        return {
          texts: titledBy(title, webMap),
          webMap: { item: undefined, data: webMap },
          early: askFor(webMap),
          ...(place && { place }),
        };
      }
      const { item, data } = await loadWebMap(connection, id, signal);
      requireWebMap(data);
      await opened(data);
      if (item.type === 'Web Scene') {
        const { flatDocument } = await import('../../../map/scene/flat-document.ts');
        const flat = flatDocument(data);
        return {
          texts: item,
          webMap: { item: undefined, data: flat },
          scene: { item, data },
          early: askFor(flat),
        };
      }
      return {
        texts: item,
        webMap: { item: { id, answer: item }, data },
        early: askFor(data),
      };
    },
    enabled: known && id !== '',
    // A map that is open stays as it was opened.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Counts each opened map once (administrators see daily numbers), after the user's identity is known. */
function useCountOpened(org: string, map: string, known: boolean): void {
  const counted = useRef('');
  useEffect(() => {
    if (!known || counted.current === map) return;
    counted.current = map;
    void reportMapOpened(org);
  }, [org, map, known]);
}

/** Theme and language for the map. */
function useAppearance(): Appearance {
  const { colorScheme } = useColorScheme();
  const { formats: language, direction } = useLanguage();
  const scheme = colorScheme === 'dark' ? 'dark' : 'light';
  return useMemo(() => ({ scheme, language, direction }), [scheme, language, direction]);
}
