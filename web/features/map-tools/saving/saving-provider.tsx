import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useOpenMap } from '../../../context/open-map.ts';
import { useFormats } from '../../../i18n/index.ts';
import { type MapWork, useMapWork, useWorkState, type WorkState } from '../../../map/document/map-work.ts';
import { useMapState } from '../../../map/map-model.ts';
import { updateThumbnail } from '../../../portal/change-items.ts';
import { mayOverwriteItem } from '../../../portal/may-change-item.ts';
import { recordOwnSave } from '../../../portal/own-saves.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { loadFreshItem } from '../../../portal/item-details.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { whenIdle } from '../../../ui/browser.ts';
import type { Draft } from './draft-store.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useEarlierSaves, useOwnChanges } from './own-changes.ts';
import { type Saving, SavingContext } from './saving-context.ts';
import type { FinishedSave } from './unfinished-saves.ts';
import { useDrafts } from './use-drafts.ts';
import { pictureOf, useSavingActions } from './use-saving-actions.ts';

export interface SavingProviderProps {
  /** Code to preload for users with unsaved work. A stable list. */
  ahead: readonly Preload[];
  children: ReactNode;
}

/** Wraps the viewer: saving, drafts and the guard against losing unsaved work, for the components inside. */
export function SavingProvider({ ahead, children }: SavingProviderProps) {
  const { t } = useTranslation();
  const { user, portal } = useIdentity();
  const { kind, item, setItem } = useOpenMap();
  const work = useMapWork();
  const state = useWorkState(work);
  usePreload(ahead, state);
  const opened =
    kind === 'web-map' ? (work?.source.webMap?.item?.answer as PortalItem | undefined) : undefined;
  const drafts = useDrafts(work, state, item?.title ?? t('viewer.newMap'), item?.modified);
  const { drop, discard, keep, keepForLeaving, since: draftSince } = drafts;
  // Set while the page is left deliberately, without a prompt.
  const passing = useRef(false);
  const setPassing = useCallback((isPassing: boolean) => {
    passing.current = isPassing;
  }, []);

  const mayOverwrite = mayOverwriteItem(item, user, portal);
  const ownChanges = useOwnChanges(item, mayOverwrite && state.dirty);
  const { latest, changed } = ownChanges;
  const onFinished = useCallback(
    ({ item: saved }: FinishedSave, document: object) => {
      changed(item?.modified, { id: saved.id, modified: saved.modified, document });
      setItem(saved);
    },
    [changed, item, setItem],
  );
  useEarlierSaves(opened, mayOverwrite, changed);
  const onPicture = useCallback(
    (saved: PortalItem, document: object) => {
      changed(undefined, { id: saved.id, modified: saved.modified, document });
      setItem(saved);
    },
    [changed, setItem],
  );
  const withPicture = useMissingPicture({
    work,
    item,
    isOwner: mayOverwrite && item?.owner === user?.username,
    dirty: state.dirty,
    onPicture,
  });
  const since = useCallback(
    async () => latest(await withPicture(draftSince() ?? item?.modified)),
    [latest, withPicture, draftSince, item],
  );
  const { known } = ownChanges;
  const actions = useSavingActions({ work, item, since, known, onSaved: drop, onFinished, onFailed: keep });
  const value = useMemo<Saving>(
    () => ({
      ready: work !== undefined && !actions.isCreating,
      work: state,
      item,
      mayOverwrite,
      kept: drafts.kept,
      ...actions,
      status: actions.status === 'saved' && state.dirty ? 'idle' : actions.status,
      discard,
      async showTheirs() {
        // Without storage for the draft, the browser asks before the work is lost.
        passing.current = await keep().catch(() => false);
        location.reload();
      },
    }),
    [work, state, item, mayOverwrite, drafts.kept, actions, discard, keep],
  );
  useLeavingBySignIn(keepForLeaving, setPassing);
  return (
    <SavingContext value={value}>
      <DraftsContext value={drafts}>
        {children}
        <LeaveGuard passing={passing} onPassing={setPassing} />
      </DraftsContext>
    </SavingContext>
  );
}

/**
 * Stores the work before a sign-in, or the page itself, leaves the page. No prompt is needed then; where the work could not be
 * stored, the browser asks.
 * @param keep stores it; resolves with whether there was any
 */
export function useLeavingBySignIn(
  keep: (signIn: string) => Promise<boolean>,
  onPassing: (isPassing: boolean) => void,
): void {
  const { session } = useConfiguration().connection;
  useEffect(
    () =>
      session.onLeaving(async (signIn) => {
        if (await keep(signIn)) onPassing(true);
      }),
    [session, keep, onPassing],
  );
}

interface MissingPictureOptions {
  work: MapWork | undefined;
  item: PortalItem | undefined;
  /** Others, such as administrators, must not change an item by opening it. */
  isOwner: boolean;
  dirty: boolean;
  /** Called with the portal's updated item and its document. */
  onPicture: (item: PortalItem, document: object) => void;
}

type ReadChange = () => Promise<{ from: number; to: number } | undefined>;

/**
 * Adds a thumbnail to a map without one, such as one created from an upload, when its owner first opens it.
 *
 * @returns the version on which work is based (`modified`), which includes the thumbnail's own change. Waits for a
 * pending thumbnail.
 */
export function useMissingPicture({ work, item, isOwner, dirty, onPicture }: MissingPictureOptions) {
  const { connection } = useConfiguration();
  const drawn = useMapState((state) => state.drawn && !state.updating);
  const tried = useRef('');
  const change = useRef<ReturnType<ReadChange> | undefined>(undefined);
  /** Reads the state after an upload; saves of what was there before repeat it until the portal is reached. */
  const unread = useRef<{ from: number; read: ReadChange }>(undefined);
  useEffect(() => {
    if (!work || !item || item.thumbnail || !isOwner || dirty || !drawn || tried.current === item.id) return;
    tried.current = item.id;
    const give = async () => {
      // Another user's save, before or during the upload, must not count as the version on which this work is based.
      const { data: opened } = await loadWebMap(connection, item.id);
      const before = await loadFreshItem(connection, item.id);
      if (before.modified !== item.modified) return undefined;
      const { thumbnail } = await pictureOf(work, await work.read(), connection, before);
      if (!thumbnail) return undefined;
      const read: ReadChange = async () => {
        const after = await loadFreshItem(connection, item.id);
        const { data: current } = await loadWebMap(connection, item.id);
        unread.current = undefined;
        if (JSON.stringify(current) !== JSON.stringify(opened)) return undefined;
        await recordOwnSave(connection, after);
        onPicture(after, current);
        return { from: before.modified, to: after.modified };
      };
      unread.current = { from: before.modified, read };
      await updateThumbnail(connection, item, thumbnail);
      return read();
    };
    // A map without a thumbnail is still usable.
    change.current = give().catch(() => undefined);
  }, [work, item, isOwner, dirty, drawn, connection, onPicture]);
  return useCallback(async (modified: number | undefined) => {
    let own = await change.current;
    if (unread.current && unread.current.from === modified) {
      change.current = unread.current.read().catch(() => undefined);
      own = await change.current;
    }
    return own && modified === own.from ? own.to : modified;
  }, []);
}

/** Starts the download of code and resolves when it is loaded; cached after the first time. */
export type Preload = () => Promise<unknown>;

/** Maximum delay on a busy page in milliseconds. */
const latest = 2000;

/**
 * Preloads code in idle time as soon as there is unsaved work, so that saving does not depend on a download while the
 * server may be unavailable. A failed download is retried after the next change.
 */
export function usePreload(pieces: readonly Preload[], { dirty, changes }: WorkState): void {
  const loaded = useRef(new Set<Preload>());
  useEffect(() => {
    if (!dirty) return undefined;
    const load = async (piece: Preload) => {
      await piece();
      loaded.current.add(piece);
    };
    const missing = () => pieces.filter((piece) => !loaded.current.has(piece));
    // A failure is not shown here: opening the panel reports it with a retry.
    return whenIdle(() => void Promise.allSettled(missing().map(load)), latest);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change retries what is missing
  }, [pieces, dirty, changes]);
}

/** The drafts found, for the notice that offers them. */
interface Drafts {
  offers: readonly Draft[];
  restore(draft: Draft): Promise<void>;
  dismiss(draft: Draft): Promise<void>;
}

const DraftsContext = createContext<Drafts | undefined>(undefined);

/** Offers the newest unsaved work stored on this device. */
export function DraftOffer() {
  const { t } = useTranslation();
  const { earlier } = useFormats();
  const drafts = useContext(DraftsContext);
  const draft = drafts?.offers[0];
  if (!drafts || !draft) return null;
  return (
    <Alert
      severity="info"
      sx={{
        maxWidth: 420,
        border: 1,
        borderColor: 'divider',
        boxShadow: '0 2px 8px rgb(0 0 0 / 12%)',
        backgroundColor: 'background.paper',
      }}
    >
      {t('saving.draft.found', { when: earlier(draft.at) })}
      <Button size="small" sx={{ mt: 0.5, marginInlineEnd: 1 }} onClick={() => void drafts.restore(draft)}>
        {t('saving.draft.restore')}
      </Button>
      <Button size="small" color="inherit" sx={{ mt: 0.5 }} onClick={() => void drafts.dismiss(draft)}>
        {t('saving.draft.discard')}
      </Button>
    </Alert>
  );
}
