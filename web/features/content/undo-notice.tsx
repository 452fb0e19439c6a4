import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../portal/portal-types.ts';
import { useFormats } from '../languages/index.ts';

export interface UndoNoticeProps {
  /** What was done to the items. */
  task: 'delete' | 'move';
  /** What can be taken back; nothing is shown when there is nothing. */
  items: readonly PortalItem[];
  onUndo: () => void;
  /** The notice has gone while it had the focus. */
  onFocusLeft: () => void;
}

/**
 * The time in which something can be taken back. What had the focus has gone with the row, the toolbar or the dialog, so the button
 * takes it: from the foot of the page the tab key would not reach it in time.
 */
export function UndoNotice({ task, items, onUndo, onFocusLeft }: UndoNoticeProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const messageId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const open = items.length > 0;
  const leave = useRef(onFocusLeft);
  useEffect(() => {
    leave.current = onFocusLeft;
  }, [onFocusLeft]);
  useEffect(() => {
    if (open) button.current?.focus();
    // While it fades out it is still there.
    else if (button.current && button.current === document.activeElement) leave.current();
  }, [open]);
  const [first] = items;
  const what =
    items.length === 1 && first
      ? t(`content.${task}.one`, { title: first.title })
      : t(`content.${task}.many`, { number: number(items.length) });
  return (
    <Snackbar
      open={open}
      message={<span id={messageId}>{what}</span>}
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
