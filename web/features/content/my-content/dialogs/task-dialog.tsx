import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats, useItemTexts } from '../../../../i18n/index.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { usePhone } from '../../../../ui/use-screen.ts';
import type { ItemTask } from '../listing/use-item-tasks.ts';
import type { Batch, BatchFailure } from '../use-batch.ts';

export interface TaskDialogProps {
  title: string;
  /** Label of the action button. */
  action: string;
  /** The error, if it failed. */
  problem?: ReactNode;
  batch?: Batch;
  busy?: boolean;
  ready?: boolean;
  /** Full screen on phones, because of its content. */
  long?: boolean;
  /** Whether there is unsaved input, so that closing requires confirmation. */
  changed?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog for one action: describes it, shows its progress and its error. */
export function TaskDialog({
  title,
  action,
  problem,
  batch,
  busy = batch?.progress !== undefined,
  ready = true,
  long = false,
  changed = false,
  onSubmit,
  onClose,
  children,
}: TaskDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = usePhone();
  const failures = batch?.failures ?? [];
  const [asking, setAsking] = useState(false);
  const cancel = () => {
    batch?.cancel();
    if (busy) return;
    if (changed) setAsking(true);
    else onClose();
  };
  return (
    <Dialog
      open
      fullScreen={long && phone}
      fullWidth
      maxWidth="sm"
      onClose={cancel}
      aria-labelledby={titleId}
    >
      <form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) onSubmit();
        }}
      >
        <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
          {children}
          {problem && <Alert severity="error">{problem}</Alert>}
          {failures.length > 0 && (
            <TaskFailures message={t('content.partly', { number: failures.length })} failures={failures} />
          )}
          {batch?.progress && (
            <div>
              <LinearProgress
                variant="determinate"
                value={(100 * batch.progress.done) / batch.progress.of}
                aria-label={title}
              />
              <Typography variant="body2" color="textSecondary">
                {t('content.progress', batch.progress)}
              </Typography>
            </div>
          )}
        </DialogContent>
        {asking && !busy ? (
          <Discard onKeep={() => setAsking(false)} onDiscard={onClose} />
        ) : (
          <DialogActions>
            {/* A single request cannot be cancelled, but a sequence can stop before the next one. */}
            <Button disabled={busy && !batch} onClick={cancel}>
              {t('content.cancel')}
            </Button>
            <Button type="submit" variant="contained" disabled={!ready || busy}>
              {action}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

/** Replaces the buttons: a confirmation that input will be lost. */
function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <DialogActions role="alert" sx={{ flexWrap: 'wrap' }}>
      <Typography sx={{ flex: { xs: '1 0 100%', sm: '1 1 200px' } }}>{t('content.discard.sure')}</Typography>
      <Button color="error" onClick={onDiscard}>
        {t('content.discard')}
      </Button>
      <Button ref={keep} variant="contained" onClick={onKeep}>
        {t('content.discard.keep')}
      </Button>
    </DialogActions>
  );
}

/** Props of every dialog about items. */
export interface ItemsDialogProps {
  items: readonly PortalItem[];
  /** @param well whether everything succeeded, so that the dialog may close */
  onDone: (well: boolean) => void;
  onClose: () => void;
}

/** “Move: Parks”, “Move: 3 items”. */
export function useItemsTitle(task: ItemTask, items: readonly PortalItem[]): string {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { titleOf } = useItemTexts();
  const [only] = items;
  const what =
    items.length === 1 && only
      ? titleOf(only)
      : t('content.selection.count', { number: number(items.length) });
  return `${t(`content.task.${task}`)}: ${what}`;
}

interface TaskFailuresProps {
  message: string;
  failures: readonly BatchFailure[];
  /** Without it, the failures stay. */
  onClose?: () => void;
}

/** The failures of an action, with reasons, per item. */
export function TaskFailures({ message, failures, onClose }: TaskFailuresProps) {
  return (
    <Alert severity="error" {...(onClose && { onClose })}>
      {message}
      {failures.map(({ title, error }, index) => (
        <div key={`${index} ${title}`}>
          <bdi>{title}</bdi>:{' '}
          <bdi>
            <ErrorMessage short error={error} />
          </bdi>
        </div>
      ))}
    </Alert>
  );
}
