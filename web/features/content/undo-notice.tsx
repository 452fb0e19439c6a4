import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../portal/portal-types.ts';
import { useFormats } from '../languages/index.ts';

/** Milliseconds in which something can be taken back, counted while nobody is at the notice. */
export const undoTime = 8000;

export interface UndoNoticeProps {
  /** What was done to the items. */
  task: 'delete' | 'move';
  /** What can be taken back; nothing is shown when there is nothing. */
  items: readonly PortalItem[];
  onUndo: () => void;
  /** The time is over. */
  onOver: () => void;
  /** The notice has gone, or is left by Escape, while it had the focus. */
  onFocusLeft: () => void;
}

/**
 * The time in which something can be taken back. What had the focus has gone with the row, the toolbar or the dialog, so the button
 * takes it: from the foot of the page the tab key would not reach it in time.
 */
export function UndoNotice({ task, items, onUndo, ...on }: UndoNoticeProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const messageId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  useEffect(() => {
    if (items.length > 0) button.current?.focus();
    // While it fades out it is still there.
    else if (button.current && button.current === document.activeElement) latest.current.onFocusLeft();
  }, [items]);
  const presence = usePresence(items);
  useEffect(() => {
    if (items.length === 0 || presence.here) return undefined;
    const timer = setTimeout(() => latest.current.onOver(), undoTime);
    return () => clearTimeout(timer);
  }, [items, presence.here]);
  const [first] = items;
  const what =
    items.length === 1 && first
      ? t(`content.${task}.one`, { title: first.title || t('map.untitled') })
      : t(`content.${task}.many`, { number: number(items.length) });
  return (
    <Snackbar
      open={items.length > 0}
      message={<span id={messageId}>{what}</span>}
      {...presence.handlers}
      onKeyDown={({ key }) => (key === 'Escape' ? on.onFocusLeft() : presence.byKeyboard())}
      action={
        <Button
          ref={button}
          color="inherit"
          aria-describedby={messageId}
          onClick={onUndo}
          sx={{ minHeight: 44 }}
        >
          {t('content.undo')}
        </Button>
      }
    />
  );
}

/**
 * Whether somebody is at the notice about these items, so that its time must not run (WCAG 2.2.1): the pointer is over it, or the
 * keyboard is in it. The focus comes here by itself: that counts for people who work by keyboard, whom the browser shows the
 * ring. Who has pressed with a mouse or a finger stays unaware of it, and would wait for ever.
 */
function usePresence(items: readonly PortalItem[]) {
  // Each is about the notice it was noted for: what leaves under the pointer does not say so.
  const [pointerAt, setPointerAt] = useState<readonly PortalItem[]>();
  const [keyboardAt, setKeyboardAt] = useState<readonly PortalItem[]>();
  return {
    here: pointerAt === items || keyboardAt === items,
    byKeyboard: () => setKeyboardAt(items),
    handlers: {
      onPointerEnter: () => setPointerAt(items),
      onPointerLeave: () => setPointerAt(undefined),
      onFocus: ({ target }: { target: Element }) => {
        if (target.matches(':focus-visible')) setKeyboardAt(items);
      },
      onBlur: () => setKeyboardAt(undefined),
    },
  };
}
