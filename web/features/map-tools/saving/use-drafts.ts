import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAuthor, useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { useOpenMap } from '../../../context/open-map.ts';
import { leftSources, type MapWork, readLeft, type WorkState } from '../../../map/document/map-work.ts';
import { claimDraft, type Draft, type DraftOf, deleteDraft, findDrafts, storeDraft } from './draft-store.ts';

/** Debounce in milliseconds before a change is stored. */
const keepAfter = 800;

/** The draft of a piece of work. */
interface OwnDraft {
  id: string;
  /** The first user who worked on it: it stays theirs when their session ends. Empty for visitors. */
  who: string;
  /** `modified` of the item on which the work is based. */
  since: number | undefined;
  /** OAuth state of the last sign-in that left the page: a change that is stored while the page unloads keeps it. */
  signIn?: string;
  /** Whether it was deleted: the work gets another one when it changes again. */
  deleted?: true;
}

/** Drafts by the source of their work, and by the documents that undo and redo open as other work. */
const drafts = new WeakMap<object, OwnDraft>();

/** Work that the user has discarded, as JSON: the page may stay for a while. */
const discarded = new WeakMap<MapWork, Promise<string>>();

/** The document of work that differs from the portal's. */
const unsavedOf = ({ source }: MapWork) => source.unsaved && (source.webMap?.data as object | undefined);

/** The draft of work, also of work that was opened again by undo or redo. */
function draftOf(work: MapWork): OwnDraft | undefined {
  const document = unsavedOf(work);
  const left = document && leftSources.get(document);
  const own = drafts.get(work.source) ?? (document && drafts.get(document)) ?? (left && drafts.get(left));
  return own?.deleted ? undefined : own;
}

/** Random. The page loads this at start, so it does without the module that makes GUIDs. */
const newDraftId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** The draft of work that is changed; a new one if it has none. */
function beginDraft(work: MapWork, who: string, modified: number | undefined): OwnDraft {
  const author = drafts.get(work.source)?.who ?? '';
  const own = draftOf(work) ?? { id: newDraftId(), who: author, since: undefined };
  own.who ||= who;
  // Also of a new map that has been saved since.
  own.since ??= modified;
  drafts.set(work.source, own);
  const document = unsavedOf(work);
  if (document) drafts.set(document, own);
  return own;
}

/** Gives up the draft of work, which is returned to be deleted. */
function endDraft(work: MapWork): OwnDraft | undefined {
  const own = draftOf(work);
  if (own) own.deleted = true;
  return own;
}

/**
 * Stores unsaved work on this device as it changes, and finds earlier drafts. Work stored for a sign-in is restored
 * when the user returns from it; any other is offered.
 */
export function useDrafts(work: MapWork | undefined, state: WorkState, title: string, modified?: number) {
  const { org, connection } = useConfiguration();
  const { kind, id, reopen } = useOpenMap();
  const { known } = usePortalIdentity(connection);
  const who = useAuthor(connection);
  const { restUrl, session } = connection;
  const of = useMemo<DraftOf>(() => ({ restUrl, org, kind, id }), [restUrl, org, kind, id]);
  const [offers, setOffers] = useState<readonly Draft[]>([]);
  /** Id of the last draft that was stored. */
  const [kept, setKept] = useState('');
  /** How often a map was opened again without the changes of its drafts. */
  const [released, setReleased] = useState(0);
  /** Ids of the drafts of the work that is open here, or that undo and redo may open. */
  const inUse = useRef(new Set<string>());
  const open = useRef(work);
  const last = useRef(work);
  useEffect(() => {
    open.current = work;
    if (!work) return;
    // The map was opened again without the changes, as when a session ends: their drafts are offered.
    if (last.current && last.current !== work && !work.source.turns && inUse.current.size > 0) {
      inUse.current.clear();
      setReleased((count) => count + 1);
    }
    last.current = work;
  }, [work]);

  const restore = useCallback(
    async (draft: Draft) => {
      inUse.current.add(draft.id);
      const left = open.current && (await readLeft(open.current));
      const { id: draftId, who: author, since, document } = draft;
      drafts.set(document, { id: draftId, who: author, since });
      claimDraft(draftId);
      setOffers([]);
      reopen({ document, since }, left);
    },
    [reopen],
  );

  useEffect(() => {
    if (!known) return undefined;
    let left = false;
    const find = async () => {
      const found = await findDrafts(of, who, Date.now());
      if (left) return;
      const back = found.find(({ signIn }) => signIn !== undefined && signIn === session.returned);
      if (back && inUse.current.size === 0) await restore(back);
      else setOffers(found.filter((draft) => !inUse.current.has(draft.id)));
    };
    // Without storage there are no drafts to offer.
    find().catch(() => {});
    return () => {
      left = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a draft that was left can be offered
  }, [of, who, known, session, restore, released]);

  const opened = work?.source.unsaved ? undefined : work?.source.webMap?.data;
  // Their page was closed before the portal confirmed that it had saved them.
  const saved = useMemo(() => {
    const stored = opened && JSON.stringify(opened);
    return offers.filter(({ document }) => JSON.stringify(document) === stored);
  }, [opened, offers]);
  useEffect(() => {
    for (const { id: draftId } of saved) void deleteDraft(draftId).catch(() => {});
  }, [saved]);

  const keep = useCallback(
    async (signIn?: string) => {
      if (!work) return false;
      const own = beginDraft(work, who, modified);
      const { id: draftId, who: author, since } = own;
      if (signIn !== undefined) own.signIn = signIn;
      if (!inUse.current.has(draftId)) claimDraft(draftId);
      inUse.current.add(draftId);
      const document = await work.read();
      const given = await discarded.get(work);
      // The work was saved or discarded meanwhile.
      if (own.deleted || given === JSON.stringify(document)) return false;
      const returning = own.signIn;
      const draft = { id: draftId, of, who: author, title, document, since, at: Date.now() };
      await storeDraft({ ...draft, ...(returning !== undefined && { signIn: returning }) });
      setKept(draftId);
      return true;
    },
    [work, of, who, title, modified],
  );

  const drop = useCallback(async () => {
    const own = work && endDraft(work);
    if (!own) return;
    inUse.current.delete(own.id);
    await deleteDraft(own.id).catch(() => {});
  }, [work]);

  const discard = useCallback(async () => {
    const asJson = async () => JSON.stringify(await work?.read());
    if (work)
      discarded.set(
        work,
        asJson().catch(() => ''),
      );
    await drop();
  }, [work, drop]);

  const { dirty, changes } = state;
  useEffect(() => {
    if (!work) return undefined;
    if (!dirty) {
      // All changes were undone, so there is nothing to store.
      void drop();
      return undefined;
    }
    beginDraft(work, who, modified);
    const keepNow = () => void keep().catch(() => {});
    // A browser may end a page that is not visible at any time.
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keepNow();
    };
    const timer = setTimeout(keepNow, keepAfter);
    document.addEventListener('visibilitychange', keepWhenHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', keepWhenHidden);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change is kept
  }, [work, dirty, changes, who, modified, keep, drop]);

  const keepForLeaving = useCallback(
    async (signIn: string) => {
      // Reading includes the latest changes.
      await work?.read();
      return work?.state.get().dirty ? keep(signIn) : false;
    },
    [work, keep],
  );

  return {
    offers: offers.filter((draft) => !saved.includes(draft)),
    kept: dirty && (work && draftOf(work)?.id) === kept,
    /** Stores the work; resolves with whether it did. */
    keep,
    /**
     * Stores the work under the OAuth state of the sign-in that leaves the page. Rejects where it cannot be stored.
     * @returns whether there was any
     */
    keepForLeaving,
    /** Deletes the draft of saved work. */
    drop,
    /** Deletes the draft of work that is not to be stored again unless it changes. */
    discard,
    restore,
    dismiss: async (draft: Draft) => {
      setOffers((all) => all.filter((one) => one !== draft));
      await deleteDraft(draft.id);
    },
    /** `modified` on which the open work is based. */
    since: () => work && draftOf(work)?.since,
  };
}
