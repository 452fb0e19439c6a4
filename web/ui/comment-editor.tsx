import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ReactNode, useRef } from 'react';
import { maxCommentLength } from '../../wire/map-comment.ts';
import { MentionMenu, withMention } from './mention-menu.tsx';

export interface CommentEditorProps {
  /** Label of the text. */
  label: string;
  /** Shown below the text. */
  help?: string;
  text: string;
  onText: (text: string) => void;
  /** Whether the text can no longer be changed. */
  disabled?: boolean;
  /** Whether it takes the focus: the person pressed a button to write. */
  startsFocused?: boolean | undefined;
  /** Label of the button that sends. */
  send: string;
  /** Sends the text, and calls `onSettled` once that has succeeded or failed. */
  onSend: (onSettled: () => void) => void;
  isSending: boolean;
  /** Whether it cannot be sent yet for another reason than an empty text. */
  isWaiting?: boolean;
  /** Why it was not sent. */
  error?: ReactNode;
  /** Label of the button that gives up writing, which needs `onCancel`. */
  cancel: string;
  onCancel?: (() => void) | undefined;
  /** Label of the button that lists people to mention. */
  mention: string;
  /** Without people there is no such button. */
  people: readonly { username: string; name: string }[];
  /** Further buttons beside it. */
  buttons?: ReactNode;
  /** Between the text and the buttons, such as attached photos. */
  children?: ReactNode;
}

/** Writes a comment. Control or command and Enter sends it. */
export function CommentEditor({ text, onText, onSend, onCancel, ...more }: CommentEditorProps) {
  const { people, isSending, error } = more;
  const field = useRef<HTMLTextAreaElement>(null);
  // Two clicks may come before the button is disabled.
  const isBusy = useRef(false);
  const isReady = text.trim() !== '' && !isSending && !more.isWaiting;
  const send = () => {
    if (isBusy.current) return;
    isBusy.current = true;
    onSend(() => (isBusy.current = false));
  };
  // The text that is being sent is removed once it has arrived.
  const write = (next: string) => {
    if (!isSending) onText(next);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        multiline
        minRows={2}
        maxRows={8}
        size="small"
        label={more.label}
        helperText={more.help}
        // The label is above the edge of the field.
        sx={{ mt: 1 }}
        value={text}
        inputRef={field}
        // oxlint-disable-next-line jsx_a11y/no-autofocus -- the person pressed a button to write
        autoFocus={more.startsFocused ?? false}
        // A disabled field would lose the focus while it is sent.
        disabled={more.disabled === true && !isSending}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isReady) return;
          event.preventDefault();
          send();
        }}
        slotProps={{ htmlInput: { maxLength: maxCommentLength, dir: 'auto', readOnly: isSending } }}
      />
      {more.children}
      {error !== undefined && <Alert severity="error">{error}</Alert>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flexWrap: 'wrap' }}>
        {people.length > 0 && (
          <MentionMenu
            label={more.mention}
            people={people}
            onMention={(username) => {
              write(withMention(text, username));
              field.current?.focus();
            }}
          />
        )}
        {more.buttons}
        <Box sx={{ flex: 1 }} />
        {onCancel && (
          <Button disabled={isSending} onClick={onCancel}>
            {more.cancel}
          </Button>
        )}
        <Button variant="contained" disabled={!isReady} onClick={send}>
          {more.send}
        </Button>
      </Box>
    </Box>
  );
}
