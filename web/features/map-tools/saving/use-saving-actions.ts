import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { type KeepOpenState, useOpenMap } from '../../../context/open-map.ts';
import { printPicturePlace } from '../../../../wire/map-picture.ts';
import type { MapWork, ShownParts } from '../../../map/document/map-work.ts';
import { basemapLayers, sharedLayers } from '../../../map/document/shared-layers.ts';
import type { WebMapJson } from '../../../map/document/web-map-json.ts';
import { createStore } from '../../../store.ts';
import { loadFreshItem } from '../../../portal/item-details.ts';
import { type MapSharing, unseenLayers } from '../../../portal/layer-access.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { listsItems, personKeys } from '../../../portal/query-keys.ts';
import { useLeft } from '../../../ui/use-left.ts';
import { saveAsNew, type SavedMap, saveOver } from './save-map.ts';
import type { SaveDetails, SaveStatus } from './saving-context.ts';
import type { FinishedSave, StoredState } from './unfinished-saves.ts';

/** Size of a map's thumbnail in pixels: the ratio of the portal's cards, large enough for the map's own frame. */
const pictureSize = { width: 900, height: 600 };

/** Milliseconds between two requests for the item of a new map. */
const reloadPause = 3000;

/** Id of the copy whose save is still to be confirmed: it opens in a viewer of its own. */
export const unconfirmedCopy = createStore<string | undefined>(undefined);

export interface SavingActionsOptions {
  work: MapWork | undefined;
  item: PortalItem | undefined;
  /** `modified` of the item on which the work is based. */
  since: () => Promise<number | undefined>;
  /** The state that the work would replace, if it is loaded. */
  known: () => Promise<StoredState | undefined>;
  onSaved: () => Promise<void>;
  /** Called when the steps that follow a save are done. */
  onFinished: (finished: FinishedSave, document: object) => void;
  /** Called when saving failed, so that the work is not lost. */
  onFailed: () => Promise<unknown>;
}

/** Saves in place or as a new item, and reports the result. */
export function useSavingActions(options: SavingActionsOptions) {
  const { work, item, since, known, onSaved, onFinished, onFailed } = options;
  const { org, connection } = useConfiguration();
  const { user } = useIdentity();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [status, setStatus] = useState<SaveStatus>('idle');
  const [problem, setProblem] = useState<Error>();
  const [withoutHistory, setWithoutHistory] = useState(false);
  const [saves, setSaves] = useState(0);
  const { kind, viewerKey } = useOpenMap();
  const [isCreating, setIsCreating] = useState(false);
  const rest = useRef<Promise<unknown>>(undefined);
  const left = useLeft();

  const attempt = useCallback(
    async (action: (work: MapWork) => Promise<SavedMap & { document: object }>) => {
      if (!work || status === 'saving') return false;
      setStatus('saving');
      setProblem(undefined);
      try {
        await rest.current;
        setWithoutHistory(false);
        const saved = await action(work);
        setStatus('saved');
        setSaves((count) => count + 1);
        const finish = async () => {
          const finished = await saved.rest;
          setWithoutHistory(finished.withoutHistory);
          onFinished(finished, saved.document);
          setIsCreating(false);
          // Refreshes the map in the gallery, the content and the home view.
          await queries.invalidateQueries({ predicate: listsItems });
        };
        // What the portal did not accept now is finished when the map is opened again.
        rest.current = finish().catch(() => {});
        await onSaved();
        return true;
      } catch (cause) {
        setStatus('idle');
        setProblem(cause as Error);
        await onFailed().catch(() => {});
        return false;
      }
    },
    [work, status, onSaved, onFinished, onFailed, queries],
  );

  const save = useCallback(
    ({ overwrite = false, startHere = false } = {}) =>
      attempt(async (open) => {
        if (!item) throw new Error('There is no item to save over.');
        const document = await open.read(startHere);
        const [thumbnail, began] = await Promise.all([
          pictureOf(open, document, connection, item),
          overwrite ? undefined : since(),
        ]);
        const saved = await saveOver(connection, item, { document, ...thumbnail }, began, await known());
        open.saved(document);
        return { ...saved, document };
      }),
    [attempt, connection, item, since, known],
  );

  /** The item of a new map, without which it cannot be saved again: requested until the portal responds. */
  const reload = useCallback(
    async (id: string): Promise<FinishedSave> => {
      const item = await queries.fetchQuery({
        queryKey: personKeys(connection, user?.username ?? '').savedItem(id),
        queryFn: () => loadFreshItem(connection, id),
        retry: () => !left.current,
        retryDelay: reloadPause,
      });
      return { item, withoutHistory: true };
    },
    [queries, connection, user, left],
  );

  const saveAs = useCallback(
    async ({ title, snippet, tags, folder, level, startHere }: SaveDetails) => {
      let id = '';
      const isFirst = kind === 'new';
      const done = await attempt(async (open) => {
        const document = await open.read(startHere);
        const extent = open.bounds();
        const fields = {
          title,
          snippet,
          tags,
          document,
          ...(extent && { extent }),
          ...(await pictureOf(open, document, connection, {
            id: '',
            access: level,
            orgId: user?.orgId,
            groups: [],
          })),
        };
        const saved = await saveAsNew(connection, user?.username ?? '', fields, { folder, level });
        open.saved(document, title);
        ({ id } = saved);
        if (!isFirst) return { ...saved, document };
        setIsCreating(true);
        return { ...saved, document, rest: saved.rest.catch(() => reload(id)) };
      });
      // A new map stays open; a copy is opened, with the same view and tool.
      const address = { pathname: `/${org}/map/wid/${id}`, hash: location.hash };
      const state: KeepOpenState | null = isFirst ? { keepsOpen: viewerKey } : null;
      if (!done || left.current) return done;
      if (!isFirst) unconfirmedCopy.set(id);
      await navigate(address, { replace: true, state });
      return true;
    },
    [attempt, connection, user, navigate, org, kind, viewerKey, left, reload],
  );
  return { status, problem, saves, withoutHistory, isCreating, save, saveAs };
}

/**
 * The thumbnail of a map, which shows what all of its readers may see. Saving without a thumbnail is better than not saving.
 * @param map as it is shared, or will be
 */
export async function pictureOf(
  work: MapWork,
  document: WebMapJson,
  connection: PortalConnection,
  map: MapSharing,
): Promise<{ thumbnail?: File }> {
  try {
    const { file, place } = await work.picture(pictureSize, await partsForReaders(document, connection, map));
    const name = place ? printPicturePlace(place) : 'thumbnail';
    return { thumbnail: new File([file], `${name}.jpg`, { type: file.type }) };
  } catch {
    return {};
  }
}

async function partsForReaders(
  document: WebMapJson,
  connection: PortalConnection,
  map: MapSharing,
): Promise<ShownParts | undefined> {
  if (map.access === 'private') return undefined;
  const [layers, ofBasemap] = [sharedLayers(document), basemapLayers(document)];
  const unseen = await unseenLayers(connection, map, [...layers, ...ofBasemap]);
  return {
    basemap: !ofBasemap.some((layer) => unseen.includes(layer)),
    layers: new Set(layers.flatMap((layer) => (layer.id && !unseen.includes(layer) ? [layer.id] : []))),
  };
}
