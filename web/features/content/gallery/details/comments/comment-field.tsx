import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { createStore, useStore } from '../../../../../store.ts';
import { CommentEditor } from '../../../../../ui/comment-editor.tsx';

interface CommentFieldProps {
  label: string;
  /** Label of the button. */
  send: string;
  /**
   * Unsent texts are stored under it for this tab, so that nothing is lost if the details are closed or a
   * sign-in is needed. It names the person, so that nobody who signs in later sees them.
   */
  draftKey: string;
  people: readonly { username: string; name: string }[];
  initial?: string;
  startsFocused?: boolean;
  onSend: (text: string) => Promise<void>;
  /** Called when the text is stored, or writing is given up. */
  onDone?: () => void;
}

/** Keys of the texts that are being sent, which goes on when their fields are closed. */
const sending = createStore<ReadonlySet<string>>(new Set());

/** Writes a comment on an item. */
export function CommentField({ label, send, draftKey, people, onSend, onDone, ...more }: CommentFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useDraftText(draftKey, more.initial ?? '');
  const finish = () => {
    setText('');
    onDone?.();
  };
  const sends = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      sends.current = true;
      sending.set(new Set([...sending.get(), draftKey]));
      try {
        await onSend(text.trim());
        sessionStorage.removeItem(draftOf(draftKey));
      } finally {
        sending.set(new Set([...sending.get()].filter((key) => key !== draftKey)));
        sends.current = false;
      }
    },
    onSuccess: finish,
  });
  const isSending = useStore(sending).has(draftKey);
  const finishHere = useEffectEvent(finish);
  useEffect(() => {
    if (!isSending || sends.current) return undefined;
    // A field that was closed meanwhile sends it.
    return sending.subscribe(() => {
      if (!sending.get().has(draftKey) && !hasDraft(draftKey)) finishHere();
    });
  }, [isSending, draftKey]);
  return (
    <CommentEditor
      label={label}
      help={t('itemComments.mention.help')}
      text={text}
      onText={setText}
      startsFocused={more.startsFocused}
      send={send}
      onSend={(onSettled) => mutate(undefined, { onSettled })}
      isSending={isSending}
      error={error ? <ErrorMessage error={error} /> : undefined}
      cancel={t('itemComments.cancel')}
      onCancel={onDone && finish}
      mention={t('itemComments.mention')}
      people={people}
    />
  );
}

const draftOf = (key: string) => `mapping.item-comment:${key}`;

/** Whether a text with this key waits to be sent. */
export const hasDraft = (key: string): boolean => sessionStorage.getItem(draftOf(key)) !== null;

/** An unsent text, stored for this tab as long as it is not empty. */
function useDraftText(key: string, initial: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(draftOf(key)) ?? initial);
  const change = (next: string) => {
    setText(next);
    try {
      if (next === '') sessionStorage.removeItem(draftOf(key));
      else sessionStorage.setItem(draftOf(key), next);
    } catch {
      // If storage is full, the text is lost when the details are closed.
    }
  };
  return [text, change] as const;
}
