import { useCallback, useSyncExternalStore } from 'react';
import { createStore, useStore, type WritableStore } from '../store.ts';
import type { Draft, Drafts } from './comment-drafts.ts';

/** The sending of a draft, which goes on when its field is closed. */
interface Sending {
  isPending: boolean;
  /** Why it failed. */
  error?: unknown;
}

/** A draft for work that goes on when its field is closed. Once the draft is removed, nothing happens to the next one. */
export interface OwnDraft {
  latest: () => Draft;
  change: (next: (now: Draft) => Partial<Draft>) => void;
  remove: () => void;
  /** The next photo to send; waits for those that are being prepared. */
  nextPhoto: () => Promise<Draft['photos'][number] | undefined>;
}

/** What the fields of a draft share that are opened one after the other. */
interface Shared {
  sending: WritableStore<Sending>;
  /** How often a draft with this key was removed. */
  removals: number;
  /** Photos that are being prepared. */
  adding: Promise<unknown>;
}

const idle: Sending = { isPending: false };
const allShared = new WeakMap<Drafts, Map<string, Shared>>();

function sharedOf(drafts: Drafts, key: string): Shared {
  const byKey = allShared.get(drafts) ?? new Map<string, Shared>();
  allShared.set(drafts, byKey);
  const shared = byKey.get(key) ?? { sending: createStore(idle), removals: 0, adding: Promise.resolve() };
  byKey.set(key, shared);
  return shared;
}

/**
 * The draft with this key.
 * @param empty the draft as it begins
 */
export function useDraft(drafts: Drafts, key: string, empty: Draft) {
  const draft = useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.get(key), [drafts, key]),
  );
  const { isPending, error } = useStore(sharedOf(drafts, key).sending);
  const latest = () => drafts.get(key) ?? empty;
  const change = (next: (now: Draft) => Partial<Draft>) => {
    const now = latest();
    const then = { ...now, ...next(now) };
    const { sending } = sharedOf(drafts, key);
    // An empty one has nothing that was not sent.
    if (then.text === '' && then.photos.length === 0 && !sending.get().isPending) sending.set(idle);
    drafts.set(key, then);
  };
  const remove = () => {
    const shared = sharedOf(drafts, key);
    shared.removals += 1;
    shared.sending.set(idle);
    drafts.set(key, undefined);
  };
  const begin = (): OwnDraft => {
    const shared = sharedOf(drafts, key);
    const { removals } = shared;
    const isSame = () => shared.removals === removals;
    const now = () => (isSame() ? latest() : empty);
    return {
      latest: now,
      change: (next) => {
        if (isSame()) change(next);
      },
      remove: () => {
        if (isSame()) remove();
      },
      nextPhoto: async () => {
        if (now().photos.length === 0) await shared.adding;
        return now().photos[0];
      },
    };
  };
  return {
    draft: draft ?? empty,
    /** Whether it is being sent: it must not be changed then, except for its photos. */
    isSending: isPending,
    /** Why it was not sent. */
    error,
    /** Changes parts of the latest draft. */
    change,
    remove,
    /** Adds photos as they are prepared. */
    add: async <Result>(prepare: (own: OwnDraft) => Promise<Result>): Promise<Result> => {
      const shared = sharedOf(drafts, key);
      const preparing = prepare(begin());
      shared.adding = Promise.allSettled([shared.adding, preparing]);
      return preparing;
    },
    /** Sends it unless it is being sent. */
    send: async (work: (own: OwnDraft) => Promise<void>): Promise<void> => {
      const { sending } = sharedOf(drafts, key);
      if (sending.get().isPending) return;
      sending.set({ isPending: true });
      try {
        await work(begin());
        sending.set(idle);
      } catch (cause) {
        sending.set({ isPending: false, error: cause });
      }
    },
  };
}
