import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxCommentLength } from '../../../../../../wire/map-comment.ts';
import { errorText } from '../../../../../i18n/index.ts';
import { MentionMenu, withMention } from '../../../../../ui/mention-menu.tsx';

interface CommentFieldProps {
  label: string;
  /** Label of the button. */
  send: string;
  /**
   * Unsent texts are stored under it for this tab, so that nothing is lost if the details are closed or a sign-in is needed. It names
   * the person, so that nobody who signs in later sees them.
   */
  draftKey: string;
  people: readonly { username: string; name: string }[];
  initial?: string;
  startsFocused?: boolean;
  onSend: (text: string) => Promise<void>;
  /** Called when the text is stored, or writing is given up. */
  onDone?: () => void;
}

/** Writes a comment. Control or command and Enter sends it. */
export function CommentField({ label, send, draftKey, people, onSend, onDone, ...more }: CommentFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useDraftText(draftKey, more.initial ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onSend(text.trim()),
    onSuccess: () => {
      setText('');
      onDone?.();
    },
  });
  const ready = text.trim() !== '' && !isPending;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        multiline
        minRows={2}
        maxRows={8}
        size="small"
        label={label}
        helperText={t('itemComments.mention.help')}
        value={text}
        inputRef={field}
        // oxlint-disable-next-line jsx_a11y/no-autofocus -- the person pressed a button to write
        autoFocus={more.startsFocused ?? false}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !ready) return;
          event.preventDefault();
          mutate();
        }}
        slotProps={{ htmlInput: { maxLength: maxCommentLength, dir: 'auto' } }}
      />
      {error && <Alert severity="error">{errorText(t, error)}</Alert>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {people.length > 0 && (
          <MentionMenu
            label={t('itemComments.mention')}
            people={people}
            onMention={(username) => {
              setText(withMention(text, username));
              field.current?.focus();
            }}
          />
        )}
        <Box sx={{ flex: 1 }} />
        {onDone && (
          <Button
            disabled={isPending}
            onClick={() => {
              setText('');
              onDone();
            }}
          >
            {t('itemComments.cancel')}
          </Button>
        )}
        <Button variant="contained" disabled={!ready} onClick={() => mutate()}>
          {send}
        </Button>
      </Box>
    </Box>
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
