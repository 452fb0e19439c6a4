import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { visuallyHidden } from '@mui/utils';
import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from './commands-context.ts';
import { PageOffers } from './offers/page-offers.tsx';
import { PaletteList } from './palette-list.tsx';

/** The palette: a field, and below it what fits. Escape closes it, and the focus goes back to where it was. */
export function Palette() {
  const { t } = useTranslation();
  const { open, setOpen } = useCommands();
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onFocus={toField}
      slotProps={{ paper: { sx: styles.paper } }}
      sx={styles.dialog}
    >
      <DialogTitle sx={visuallyHidden}>{t('commands.title')}</DialogTitle>
      <PageOffers />
      <PaletteList />
    </Dialog>
  );
}

/** The map takes the focus when a tool begins to draw; the dialog takes it back, and the field goes on with it. */
function toField({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target.closest('[role="dialog"]') === null) currentTarget.querySelector('input')?.focus();
}

const styles = {
  dialog: { '& .MuiDialog-container': { alignItems: 'flex-start' } },
  paper: {
    width: 'min(640px, 100vw - 16px)',
    maxWidth: 'none',
    maxHeight: { xs: 'calc(100dvh - 16px)', sm: 'min(560px, 80dvh)' },
    mx: 1,
    mt: { xs: 1, sm: '10dvh' },
    mb: 1,
    border: 1,
    borderColor: 'divider',
    borderRadius: '12px',
    boxShadow: '0 16px 48px rgb(0 0 0 / 24%)',
  },
} as const;
