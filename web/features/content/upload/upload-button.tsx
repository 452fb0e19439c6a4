import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { capabilitiesOf } from '../../../portal/capabilities.ts';
import { sizes } from '../../../ui/sizes.ts';

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }));

/** Opens the upload dialog. Users who may add items but not publish see why it is disabled; others see nothing. */
export function UploadButton() {
  const { t } = useTranslation();
  const { user, portal } = useIdentity();
  const [open, setOpen] = useState(false);
  const { publish, createItems, hostsNothing } = capabilitiesOf(user, portal);
  if (!publish && !createItems) return null;
  if (!publish) {
    const why = t(hostsNothing ? 'upload.noHosting' : 'upload.noPublishing');
    return (
      <Tooltip describeChild title={`${why} ${t('upload.inMap')}`}>
        {/* Not `disabled`, which takes no focus: its description would be hidden from keyboards. */}
        <Button variant="outlined" aria-disabled startIcon={<UploadFile />} sx={styles.disabled}>
          {t('upload.open')}
        </Button>
      </Tooltip>
    );
  }
  return (
    <>
      <Button
        variant="outlined"
        sx={{ minHeight: sizes.touch }}
        startIcon={<UploadFile />}
        onClick={() => setOpen(true)}
      >
        {t('upload.open')}
      </Button>
      {open && (
        <Suspense>
          <UploadDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const styles = {
  disabled: {
    minHeight: sizes.touch,
    color: 'text.disabled',
    borderColor: 'divider',
    cursor: 'default',
    '&:hover': { borderColor: 'divider', backgroundColor: 'transparent' },
  },
} as const;
