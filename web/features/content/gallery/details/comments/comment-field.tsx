import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { CommentEditor } from '../../../../../ui/comment-editor.tsx';
import type { Draft, Drafts } from '../../../../../waiting/comment-drafts.ts';
import { useDraft } from '../../../../../waiting/use-comment-draft.ts';

interface CommentFieldProps {
  label: string;
  /** Label of the button. */
  send: string;
  /** Unsent texts are kept under it. It names the person, so that nobody who signs in later sees them. */
  draftKey: string;
  people: readonly { username: string; name: string }[];
  initial?: string;
  startsFocused?: boolean;
  onSend: (text: string) => Promise<void>;
  /** Called when the text is stored, or writing is given up. */
  onDone?: () => void;
}

/**
 * Unsent comments on items. Their texts are stored for this tab, so that nothing is lost if the details are closed or
 * a sign-in is needed.
 */
const drafts = storedDrafts();

/** Writes a comment on an item. */
export function CommentField({ label, draftKey, people, onSend, onDone, ...more }: CommentFieldProps) {
  const { t } = useTranslation();
  const { draft, isSending, error, change, remove, send } = useDraft(drafts, draftKey, {
    text: more.initial ?? '',
    photos: [],
  });
  const done = useEffectEvent(() => onDone?.());
  const wasSending = useRef(false);
  useEffect(() => {
    // A field that was closed meanwhile may have sent it.
    if (wasSending.current && !isSending && !error) done();
    wasSending.current = isSending;
  }, [isSending, error]);
  return (
    <CommentEditor
      label={label}
      help={t('itemComments.mention.help')}
      text={draft.text}
      onText={(text) => change(() => ({ text }))}
      startsFocused={more.startsFocused}
      send={more.send}
      onSend={(onSettled) =>
        void send(async (own) => {
          await onSend(own.latest().text.trim());
          own.remove();
        }).finally(onSettled)
      }
      isSending={isSending}
      error={error ? <ErrorMessage error={error} /> : undefined}
      cancel={t('itemComments.cancel')}
      onCancel={
        onDone &&
        (() => {
          remove();
          onDone();
        })
      }
      mention={t('itemComments.mention')}
      people={people}
    />
  );
}

/** Whether something with this key was written and not sent; an emptied field has nothing, unless it had a text to begin with. */
export const hasDraft = (key: string, had = ''): boolean => (drafts.get(key)?.text ?? had) !== had;

function storedDrafts(): Drafts {
  const storedAs = (key: string) => `mapping.item-comment:${key}`;
  /** By key, with what is stored: less than the draft where storage is full, and nothing of an emptied one. */
  const known = new Map<string, { draft: Draft | undefined; stored: string | null }>();
  const listeners = new Set<() => void>();
  return {
    get: (key) => {
      const stored = sessionStorage.getItem(storedAs(key));
      const last = known.get(key);
      if (last?.stored === stored) return last.draft;
      const draft = stored === null ? undefined : { text: stored, photos: [] };
      known.set(key, { draft, stored });
      return draft;
    },
    set: (key, draft) => {
      try {
        if (draft && draft.text !== '') sessionStorage.setItem(storedAs(key), draft.text);
        else sessionStorage.removeItem(storedAs(key));
      } catch {
        // It is kept until the page is reloaded.
      }
      known.set(key, { draft, stored: sessionStorage.getItem(storedAs(key)) });
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
