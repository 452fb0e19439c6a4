import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { acceptedFiles } from '../../../portal/uploads/file-type.ts';
import { radii } from '../../../ui/sizes.ts';

/** Accepts a file by drag and drop, or by selection. */
export function DropZone({ onFile, onClose }: { onFile: (file: File) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const { portal } = useIdentity();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <>
      <DialogContent>
        <Box
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          sx={{
            display: 'grid',
            justifyItems: 'center',
            gap: 1.5,
            px: 2,
            py: { xs: 4, sm: 6 },
            textAlign: 'center',
            border: 1,
            borderStyle: 'dashed',
            borderColor: over ? 'primary.main' : 'divider',
            bgcolor: over ? 'action.hover' : undefined,
            borderRadius: radii.card,
          }}
        >
          <UploadFile color="action" sx={{ fontSize: 40 }} />
          <Typography>{t('upload.drop')}</Typography>
          <Button variant="contained" onClick={() => input.current?.click()}>
            {t('upload.choose')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept={acceptedFiles(portal)}
            aria-label={t('upload.choose')}
            onChange={(event) => take(event.target.files)}
          />
          <Typography variant="body2" color="textSecondary">
            {t(portal?.uploadPreviews ? 'upload.formats' : 'upload.formats.arcgis')}
          </Typography>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('upload.close')}</Button>
      </DialogActions>
    </>
  );
}
