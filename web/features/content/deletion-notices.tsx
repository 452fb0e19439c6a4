import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../languages/index.ts';
import type { Deletion } from './use-deletion.ts';

/** What was not deleted, and why. */
export function DeletionFailures({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation();
  const { failure, forgetFailure } = deletion;
  if (!failure) return null;
  return (
    <Alert severity="error" onClose={forgetFailure}>
      {t('content.delete.failed', { failed: failure.items.length, of: failure.of })}
      {failure.items.map(({ title, reason }) => (
        <div key={title}>{`${title}: ${reason}`}</div>
      ))}
    </Alert>
  );
}

/** The time in which a deletion can be taken back. */
export function UndoNotice({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { pending, undo } = deletion;
  const [first] = pending;
  const what =
    pending.length === 1 && first
      ? t('content.delete.one', { title: first.title })
      : t('content.delete.many', { number: number(pending.length) });
  return (
    <Snackbar
      open={pending.length > 0}
      message={what}
      action={
        <Button color="inherit" onClick={undo} sx={{ minHeight: 44 }}>
          {t('content.undo')}
        </Button>
      }
    />
  );
}
