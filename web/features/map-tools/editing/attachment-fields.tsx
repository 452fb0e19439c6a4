import AttachFile from '@mui/icons-material/AttachFile';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditAttachment, Editing } from '../../../map/edit/edit-feature.ts';
import { useFormats } from '../../../i18n/index.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { radii, sizes } from '../../../ui/sizes.ts';

export interface AttachmentFieldsProps {
  attachments: readonly EditAttachment[];
  canAttach: boolean;
  editing: Pick<Editing, 'attach' | 'detach' | 'keep'>;
}

/** The attachments of a feature. Files are added and deleted when the feature is saved. */
export function AttachmentFields({ attachments, canAttach, editing }: AttachmentFieldsProps) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <Box component="section" aria-labelledby={heading} sx={{ display: 'grid', gap: 1 }}>
      <Typography id={heading} variant="h3" component="h4">
        {t('edit.attachments')}
      </Typography>
      {attachments.length === 0 && <Typography color="textSecondary">{t('edit.attach.none')}</Typography>}
      {attachments.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {attachments.map((one) => (
            <AttachmentRow key={one.key} attachment={one} canAttach={canAttach} editing={editing} />
          ))}
        </Box>
      )}
      {canAttach && (
        <FileButton
          label={t('edit.attach')}
          variant="outlined"
          startIcon={<AttachFile />}
          multiple
          onChoose={(files) => editing.attach(files)}
          sx={{ justifySelf: 'start' }}
        />
      )}
    </Box>
  );
}

interface AttachmentRowProps {
  attachment: EditAttachment;
  canAttach: boolean;
  editing: AttachmentFieldsProps['editing'];
}

function AttachmentRow({ attachment, canAttach, editing }: AttachmentRowProps) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const { key, name, size, address, picture, state } = attachment;
  const deleted = state === 'deleted';
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box sx={{ ...styles.picture, opacity: deleted ? 0.4 : 1 }}>
        {picture && address ? (
          <Box component="img" src={address} alt="" loading="lazy" sx={styles.image} />
        ) : (
          <InsertDriveFileOutlined color="action" />
        )}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap dir="auto" sx={{ textDecoration: deleted ? 'line-through' : 'none' }}>
          {address && !deleted ? (
            <Link href={address} target="_blank" rel="noopener" color="inherit">
              {name}
            </Link>
          ) : (
            name
          )}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {state === 'stored' ? bytes(size) : t(`edit.attach.${state}`)}
        </Typography>
      </Box>
      {canAttach && (
        <IconButton
          aria-label={t(deleted ? 'edit.attach.keep' : 'edit.attach.delete', { name })}
          onClick={() => (deleted ? editing.keep(key) : editing.detach(key))}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          {deleted ? <UndoIcon sx={styles.turned} /> : <DeleteOutlined />}
        </IconButton>
      )}
    </Box>
  );
}

const styles = {
  turned: { '[dir=rtl] &': { transform: 'scaleX(-1)' } },
  picture: {
    width: 48,
    height: 48,
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.control,
    overflow: 'hidden',
  },
  image: { width: 48, height: 48, objectFit: 'cover' },
} as const;
