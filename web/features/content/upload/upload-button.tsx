import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { capabilitiesOf } from '../../../portal/capabilities.ts';
import { sizes } from '../../../ui/sizes.ts';

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }));

/** Opens the upload dialog; renders nothing for users who may not publish. */
export function UploadButton() {
  const { t } = useTranslation();
  const { user, portal } = useIdentity();
  const [open, setOpen] = useState(false);
  if (!capabilitiesOf(user, portal).publish) return null;
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
