import AddAPhoto from '@mui/icons-material/AddAPhotoOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isMiscounted, maxPhotos, photosOf, type PhotoRule, roomFor } from '../../../forms/photo-rules.ts';
import { useFormats } from '../../../i18n/index.ts';
import { newId } from '../../../new-id.ts';
import type { ReportPhoto } from '../../../portal/forms/send-report.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { PhotoFailures } from '../../../forms/photo-failures.tsx';
import { preparePhotos } from '../../../ui/prepare-photo.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useObjectUrl } from '../../../ui/use-object-url.ts';

/** Bytes of each photo once it has been made smaller; a hosted layer accepts no more of visitors. */
const maxPhotoBytes = 5_000_000;

export interface PhotoFieldProps {
  photos: readonly ReportPhoto[];
  /** Whether photos are being made smaller. */
  preparing: boolean;
  onAdd: (photos: readonly ReportPhoto[]) => void;
  /** Called when photos begin to be made smaller, and when all of them are added. */
  onPreparing: (preparing: boolean) => void;
  onRemove: (id: string) => void;
}

/** The photos of a report, by the attachment elements of its form if it has any. */
export function PhotoFields({
  rules,
  tried,
  ...props
}: PhotoFieldProps & { rules: readonly PhotoRule[] | undefined; tried: boolean }) {
  const { photos } = props;
  const room = roomFor(rules, photos);
  if (!rules) return <PhotoField {...props} most={maxPhotos} room={room} />;
  return rules.map((rule) => {
    const { key, label, description, least, most } = rule;
    const own = photosOf(rules, rule, photos);
    return (
      <PhotoField
        key={key}
        {...props}
        {...{ label, description, least, most }}
        room={Math.min(room, most - own.length)}
        photos={own}
        faulty={tried && isMiscounted(rules, rule, photos)}
        onAdd={(added) => props.onAdd(added.map((one) => ({ ...one, element: key })))}
      />
    );
  });
}

interface OwnProps
  extends Pick<PhotoRule, 'most'>, Partial<Pick<PhotoRule, 'label' | 'description' | 'least'>> {
  /** How many photos can be added. */
  room: number;
  faulty?: boolean;
}

/** Photos of a report. Large ones are made smaller here, which also removes where and with what they were taken. */
function PhotoField({
  photos,
  preparing,
  label,
  description,
  least = 0,
  most,
  room,
  faulty = false,
  onAdd,
  onPreparing,
  onRemove,
}: PhotoFieldProps & OwnProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const id = useId();
  const { mutate, isPending, data } = useMutation({
    networkMode: 'always',
    mutationFn: (files: readonly File[]) =>
      preparePhotos(
        files,
        { maxBytes: maxPhotoBytes, most: photos.length + room, attached: photos.length },
        (photo, name) =>
          onAdd([{ id: newId(), name: `${name.replace(/\.\w+$/, '') || 'photo'}.jpg`, photo }]),
      ),
    onMutate: () => onPreparing(true),
    onSettled: () => onPreparing(false),
  });
  return (
    <Box
      component="section"
      aria-labelledby={id}
      {...(faulty && { 'aria-invalid': true, tabIndex: -1 })}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Typography id={id} variant="h3" component="h2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {label || t('report.photos')}
      </Typography>
      {description && (
        <Typography color="textSecondary" dir="auto">
          {description}
        </Typography>
      )}
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
          disabled={room <= 0 || (preparing && !isPending)}
          loading={isPending}
          loadingPosition="start"
          onChoose={mutate}
        />
        {(photos.length < least || faulty) && (
          <FormHelperText error={faulty}>{t('edit.attach.least', { number: number(least) })}</FormHelperText>
        )}
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {t('report.photos.most', { number: number(most) })}
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
