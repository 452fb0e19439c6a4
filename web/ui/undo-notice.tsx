import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { sizes } from './sizes.ts';

/** Milliseconds in which an action can be undone; the timer pauses while the notice is in use. */
export const undoTime = 8000;

export interface UndoNoticeProps<Done extends object> {
  /** The action; each object has its own timer. Undefined: nothing is shown. */
  done: Done | undefined;
  /** The text about the action. */
  message: ReactNode;
  /** Label of the button; without it there is none, because the action cannot be undone. */
  undoLabel?: string | undefined;
  /** Whether the button takes the focus, because the focused element was removed. */
  takesFocus: boolean;
  onUndo: () => void;
  /** The time is over. */
  onOver: () => void;
  /** The notice has gone, or is left by Escape, while it had the focus. */
  onFocusLeft: () => void;
}

/**
 * A notice with an undo button and a time limit. At the end of the page, the tab key would not reach the button in
 * time.
 */
export function UndoNotice<Done extends object>({
  done,
  message,
  undoLabel,
  takesFocus,
  onUndo,
  ...on
}: UndoNoticeProps<Done>) {
  const messageId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  useEffect(() => {
    if (done && takesFocus) button.current?.focus();
    // It is still rendered while it fades out.
    else if (!done && button.current && button.current === document.activeElement)
      latest.current.onFocusLeft();
  }, [done, takesFocus]);
  const presence = usePresence(done);
  useEffect(() => {
    if (!done || presence.here) return undefined;
    const timer = setTimeout(() => latest.current.onOver(), undoTime);
    return () => clearTimeout(timer);
  }, [done, presence.here]);
  return (
    <Snackbar
      open={done !== undefined}
      message={<span id={messageId}>{message}</span>}
      {...presence.handlers}
      onKeyDown={({ key }) => (key === 'Escape' ? on.onFocusLeft() : presence.byKeyboard())}
      action={
        undoLabel && (
          <Button
            ref={button}
            color="inherit"
            aria-describedby={messageId}
            onClick={onUndo}
            sx={{ minHeight: sizes.touch }}
          >
            {undoLabel}
          </Button>
        )
      }
    />
  );
}

/**
 * Whether the notice is in use, so that its timer must pause (WCAG 2.2.1): the pointer is over it, or the keyboard
 * focus is in it. The focus may be moved here by the program: that counts only for keyboard users, who see the focus
 * ring. Mouse and touch users would not notice it, and the notice would stay forever.
 */
function usePresence(done: object | undefined) {
  // Each belongs to its own notice: an element removed under the pointer fires no leave event.
  const [pointerAt, setPointerAt] = useState<object>();
  const [keyboardAt, setKeyboardAt] = useState<object>();
  return {
    here: done !== undefined && (pointerAt === done || keyboardAt === done),
    byKeyboard: () => setKeyboardAt(done),
    handlers: {
      onPointerEnter: () => setPointerAt(done),
      onPointerLeave: () => setPointerAt(undefined),
      onFocus: ({ target }: { target: Element }) => {
        if (target.matches(':focus-visible')) setKeyboardAt(done);
      },
      onBlur: () => setKeyboardAt(undefined),
    },
  };
}
