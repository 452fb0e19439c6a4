import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useEffect, useId, useState } from 'react';

interface ConfirmDialogProps {
  /** Asks for one action on one thing, which it names. */
  question: string;
  /** What the action changes. */
  consequences: string;
  /** Labels of the buttons. */
  confirm: string;
  cancel: string;
  /** Whether the action cannot be taken back. */
  isFinal?: boolean;
  isPending?: boolean;
  /** Why the action failed. */
  error?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before an action. It stays open until the caller removes it, and cannot be closed while the action
 * runs: its error would be lost.
 */
export function ConfirmDialog({
  question,
  consequences,
  confirm,
  cancel,
  isFinal = true,
  isPending = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [title, text] = [useId(), useId()];
  useFocusOnward();
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={() => !isPending && onClose()}
      aria-labelledby={title}
      aria-describedby={text}
    >
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {question}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        <DialogContentText id={text}>{consequences}</DialogContentText>
        {error !== undefined && <Alert severity="error">{error}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button disabled={isPending} onClick={onClose}>
          {cancel}
        </Button>
        <Button
          variant="contained"
          color={isFinal ? 'error' : 'primary'}
          loading={isPending}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * The action may remove the control that opened the dialog. The focus then continues at the part of the page
 * around it; otherwise it would start at the top of the page, or of the dialog below.
 */
function useFocusOnward(): void {
  const [opener] = useState(() => document.activeElement);
  const [around] = useState(() => partsAround(opener));
  useEffect(
    () => () =>
      // After the dialog itself has returned the focus.
      queueMicrotask(() => whenGone(opener, () => around.find(({ isConnected }) => isConnected))),
    [opener, around],
  );
}

/** The named parts of the page around an element, the innermost first. */
function partsAround(element: Element | null): HTMLElement[] {
  const parts = 'section, article, [role=region], [role=tabpanel], main';
  const part = element?.parentElement?.closest<HTMLElement>(parts);
  return part ? [part, ...partsAround(part)] : [];
}

/** Moves the focus when the focused element is removed: lists load again after the dialog has closed. */
function whenGone(focused: Element | null, next: () => HTMLElement | undefined): void {
  const go = () => {
    const part = document.activeElement === document.body ? next() : undefined;
    if (!part?.hasAttribute('tabindex')) part?.setAttribute('tabindex', '-1');
    part?.focus({ preventScroll: true });
  };
  // Or it is disabled.
  if (!focused?.isConnected || document.activeElement === document.body) return go();
  if (document.activeElement !== focused) return undefined;
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return;
    stop();
    go();
  });
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('focusin', stop);
  };
  document.addEventListener('focusin', stop);
  observer.observe(document.body, { childList: true, subtree: true });
  return undefined;
}
