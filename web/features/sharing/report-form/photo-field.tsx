import AddAPhoto from '@mui/icons-material/AddAPhotoOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import type { ReportPhoto } from '../../../portal/forms/send-report.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { PhotoFailures } from '../../../forms/photo-failures.tsx';
import { preparePhotos } from '../../../ui/prepare-photo.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useObjectUrl } from '../../../ui/use-object-url.ts';
import { newId } from './report-store.ts';

/** Photos of one report, and bytes of each once it has been made smaller; a hosted layer accepts no more of visitors. */
const maxPhotos = 5;
const maxPhotoBytes = 5_000_000;

export interface PhotoFieldProps {
  photos: readonly ReportPhoto[];
  onAdd: (photos: readonly ReportPhoto[]) => void;
  /** Called when photos begin to be made smaller, and when all of them are added. */
  onPreparing: (preparing: boolean) => void;
  onRemove: (id: string) => void;
}

/** The photos of a report. Large ones are made smaller here, which also removes where and with what they were taken. */
export function PhotoField({ photos, onAdd, onPreparing, onRemove }: PhotoFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { mutate, isPending, data } = useMutation({
    networkMode: 'always',
    mutationFn: (files: readonly File[]) =>
      preparePhotos(
        files,
        { maxBytes: maxPhotoBytes, most: maxPhotos, attached: photos.length },
        (photo, name) =>
          onAdd([{ id: newId(), name: `${name.replace(/\.\w+$/, '') || 'photo'}.jpg`, photo }]),
      ),
    onMutate: () => onPreparing(true),
    onSettled: () => onPreparing(false),
  });
  const isFull = photos.length >= maxPhotos;
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id={id} variant="h3" component="h2">
        {t('report.photos')}
      </Typography>
      {photos.length > 0 && (
        <Box component="ul" sx={styles.list}>
          {photos.map((one) => (
            <PhotoRow key={one.id} photo={one} onRemove={() => onRemove(one.id)} />
          ))}
        </Box>
      )}
      {data && <PhotoFailures failures={data} />}
      <Box>
        <FileButton
          label={t('report.photos.add')}
          variant="outlined"
          startIcon={<AddAPhoto />}
          accept="image/*"
          multiple
          disabled={isFull}
          loading={isPending}
          loadingPosition="start"
          onChoose={mutate}
        />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {t('report.photos.most', { number: maxPhotos })}
        </Typography>
      </Box>
    </Box>
  );
}

function PhotoRow({ photo: { name, photo }, onRemove }: { photo: ReportPhoto; onRemove: () => void }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const address = useObjectUrl(photo);
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box component="img" src={address} alt="" sx={styles.picture} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap dir="auto">
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {bytes(photo.size)}
        </Typography>
      </Box>
      <IconButton
        aria-label={t('report.photos.remove', { name })}
        onClick={onRemove}
        sx={{ width: sizes.touch, height: sizes.touch }}
      >
        <DeleteOutlined />
      </IconButton>
    </Box>
  );
}

const styles = {
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 },
  picture: {
    width: 56,
    height: 56,
    objectFit: 'cover',
    borderRadius: radii.control,
    border: 1,
    borderColor: 'divider',
  },
} as const;
