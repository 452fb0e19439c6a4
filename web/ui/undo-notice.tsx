import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { sizes } from './sizes.ts';

/** Milliseconds in which something can be undone, counted while nobody is at the notice. */
export const undoTime = 8000;

export interface UndoNoticeProps<Done extends object> {
  /** What was done; each object has its own time. Undefined: nothing is shown. */
  done: Done | undefined;
  /** Says what was done. */
  message: ReactNode;
  /** Label of the button; without it there is none, because what was done cannot be undone. */
  undoLabel?: string | undefined;
  /** Whether the button takes the focus, because what had it has gone. */
  takesFocus: boolean;
  onUndo: () => void;
  /** The time is over. */
  onOver: () => void;
  /** The notice has gone, or is left by Escape, while it had the focus. */
  onFocusLeft: () => void;
}

/** The time in which something can be undone. From the foot of the page the tab key would not reach the button in time. */
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
    // While it fades out it is still there.
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
 * Whether someone is at the notice about this, so that its time must not run (WCAG 2.2.1): the pointer is over it, or the
 * keyboard is in it. The focus may come here by itself: that counts for people who work by keyboard, whom the browser shows the
 * ring. Who has pressed with a mouse or a finger stays unaware of it, and would wait for ever.
 */
function usePresence(done: object | undefined) {
  // Each is about the notice it was noted for: what leaves under the pointer does not say so.
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
