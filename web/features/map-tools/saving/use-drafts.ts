import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAuthor, useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { useOpenMap } from '../../../context/open-map.ts';
import { type MapWork, readLeft, type WorkState } from '../../../map/document/map-work.ts';
import { claimDraft, type Draft, type DraftOf, deleteDraft, findDrafts, storeDraft } from './draft-store.ts';

/** Debounce in milliseconds before a change is stored. */
const keepAfter = 800;

/** The draft of the open work. */
interface OwnDraft {
  id: string;
  /** The first user who worked on it: it stays theirs when their session ends. Empty for visitors. */
  who: string;
  /** `modified` of the item on which the work is based. */
  since: number | undefined;
  /** The work it is of; undefined while the map of a restored draft is opening. */
  work: MapWork | undefined;
  /** OAuth state of the last sign-in that left the page: a change that is stored while the page unloads keeps it. */
  signIn?: string;
}

/** Who began a piece of work; empty for visitors. */
const authors = new WeakMap<MapWork, string>();

/** Work that the user has discarded, as JSON: the page may stay for a while. */
const discarded = new WeakMap<MapWork, Promise<string>>();

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
  const [kept, setKept] = useState(false);
  /** How often a map was opened again without the changes of its draft. */
  const [released, setReleased] = useState(0);
  const own = useRef<OwnDraft>(undefined);
  const open = useRef(work);
  useEffect(() => {
    open.current = work;
  }, [work]);

  const restore = useCallback(
    async (draft: Draft) => {
      const left = open.current && (await readLeft(open.current));
      own.current = { id: draft.id, who: draft.who, since: draft.since, work: undefined };
      claimDraft(draft.id);
      setOffers([]);
      reopen({ document: draft.document, since: draft.since }, left);
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
      if (back && !own.current) await restore(back);
      else setOffers(found.filter((draft) => draft.id !== own.current?.id));
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
      if (!own.current) {
        own.current = { id: crypto.randomUUID(), who: authors.get(work) || who, since: modified, work };
        claimDraft(own.current.id);
      }
      // Of a new map that has been saved since.
      own.current.since ??= modified;
      if (signIn !== undefined) own.current.signIn = signIn;
      own.current.who ||= who;
      const { id: draftId, who: author, since } = own.current;
      const document = await work.read();
      const given = await discarded.get(work);
      // The work was saved or discarded meanwhile.
      if (own.current?.id !== draftId || given === JSON.stringify(document)) return false;
      const returning = own.current.signIn;
      const draft = { id: draftId, of, who: author, title, document, since, at: Date.now() };
      await storeDraft({ ...draft, ...(returning !== undefined && { signIn: returning }) });
      setKept(true);
      return true;
    },
    [work, of, who, title, modified],
  );

  const drop = useCallback(async () => {
    setKept(false);
    if (!own.current) return;
    const { id: draftId } = own.current;
    own.current = undefined;
    await deleteDraft(draftId).catch(() => {});
  }, []);

  const discard = useCallback(async () => {
    const asJson = async () => JSON.stringify(await work?.read());
    if (work) discarded.set(work, asJson().catch(() => ''));
    await drop();
  }, [work, drop]);

  const { dirty, changes } = state;
  useEffect(() => {
    if (!work) return undefined;
    if (!dirty) {
      // A draft that was opened and left by undo may be needed again.
      if (!own.current?.work || work.source.turns?.redo) return undefined;
      // The map was opened again without the changes, as when a session ends: the draft is offered.
      if (own.current.work !== work) {
        own.current = undefined;
        setReleased((count) => count + 1);
      }
      // All changes were undone, so there is nothing to store.
      else void drop();
      return undefined;
    }
    if (own.current) own.current.work = work;
    authors.set(work, authors.get(work) || who);
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
  }, [work, dirty, changes, who, keep, drop]);

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
    kept: kept && dirty,
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
    since: () => own.current?.since,
  };
}
