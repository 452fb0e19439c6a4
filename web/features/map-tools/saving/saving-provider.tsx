import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useOpenMap } from '../../../context/open-map.ts';
import { useMapWork, useWorkState } from '../../../map/document/map-work.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import type { SavedMap } from './save-map.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { type Saving, SavingContext } from './saving-context.ts';
import { DraftsContext } from './draft-offer.tsx';
import { type Bring, usePreload } from './use-preload.ts';
import { useDrafts } from './use-drafts.ts';
import { useMissingPicture } from './use-missing-picture.ts';
import { useSavingActions } from './use-saving-actions.ts';

export interface SavingProviderProps {
  /** Code to preload for users with unsaved work. A stable list. */
  ahead: readonly Bring[];
  children: ReactNode;
}

/** Wraps the viewer: saving, drafts and the guard against losing unsaved work, for the components inside. */
export function SavingProvider({ ahead, children }: SavingProviderProps) {
  const { t } = useTranslation();
  const { user } = useIdentity();
  const { kind, id } = useOpenMap();
  const work = useMapWork();
  const state = useWorkState(work);
  usePreload(ahead, state);
  const [lastSaved, setLastSaved] = useState<PortalItem>();
  const opened =
    kind === 'web-map' ? (work?.source.webMap?.item?.answer as PortalItem | undefined) : undefined;
  const item = lastSaved?.id === id ? lastSaved : opened;
  const drafts = useDrafts(work, state, item?.title ?? t('viewer.newMap'), item?.modified);
  const { drop, keep, since: draftSince } = drafts;
  // Set while the page is left deliberately, without a prompt.
  const passing = useRef(false);
  const pass = useCallback(() => {
    passing.current = true;
  }, []);

  const onSaved = useCallback(
    async ({ item: saved }: SavedMap) => {
      setLastSaved(saved);
      await drop();
    },
    [drop],
  );
  const mayOverwrite = user !== undefined && mayChange(item, user.username);
  const withPicture = useMissingPicture({
    work,
    item,
    mayOverwrite,
    dirty: state.dirty,
    onPicture: setLastSaved,
  });
  const since = useCallback(
    () => withPicture(draftSince() ?? item?.modified),
    [withPicture, draftSince, item],
  );
  const actions = useSavingActions({ work, item, since, onSaved, onFailed: keep });
  const value = useMemo<Saving>(
    () => ({
      ready: work !== undefined,
      work: state,
      item,
      mayOverwrite,
      kept: drafts.kept,
      ...actions,
      status: actions.status === 'saved' && state.dirty ? 'idle' : actions.status,
      discard: drop,
      async showTheirs() {
        await keep();
        passing.current = true;
        location.reload();
      },
    }),
    [work, state, item, mayOverwrite, drafts.kept, actions, drop, keep],
  );
  useLeavingBySignIn(passing);
  return (
    <SavingContext value={value}>
      <DraftsContext value={drafts}>
        {children}
        <LeaveGuard passing={passing} onPass={pass} />
      </DraftsContext>
    </SavingContext>
  );
}

/** A sign-in preserves the work, so no prompt is needed. */
function useLeavingBySignIn(passing: { current: boolean }): void {
  const { session } = useConfiguration().connection;
  useEffect(
    () =>
      session.onLeaving(async () => {
        passing.current = true;
      }),
    [session, passing],
  );
}

function mayChange(item: PortalItem | undefined, username: string): boolean {
  if (!item) return false;
  return item.owner === username || item.itemControl === 'admin' || item.itemControl === 'update';
}
