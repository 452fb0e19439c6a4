import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import type { PortalUser } from '../../portal/portal-types.ts';
import { userThumbnail } from '../../portal/thumbnails.ts';

interface PictureFieldProps {
  user: PortalUser;
  /** A new picture; null: to be taken away; undefined: stays. */
  chosen: File | null | undefined;
  onChoose: (picture: File | null) => void;
}

/** The person's picture, as it will be once it is saved. */
export function PictureField({ user, chosen, onChoose }: PictureFieldProps) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const preview = useMemo(() => (chosen ? URL.createObjectURL(chosen) : undefined), [chosen]);
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  const kept = chosen === null ? undefined : userThumbnail(connection, user);
  const shown = preview ?? kept;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Avatar
        src={shown}
        alt=""
        sx={{ width: 72, height: 72, fontSize: 28, bgcolor: 'primary.main', color: 'primary.contrastText' }}
      >
        {user.fullName.slice(0, 1).toLocaleUpperCase()}
      </Avatar>
      <Button component="label" variant="outlined" sx={{ minHeight: 44 }}>
        {t('profile.picture.choose')}
        <input
          hidden
          type="file"
          aria-label={t('profile.picture')}
          accept="image/png,image/jpeg,image/gif"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onChoose(file);
            // The same file can be chosen again after it was taken away.
            target.value = '';
          }}
        />
      </Button>
      {shown && (
        <Button onClick={() => onChoose(null)} sx={{ minHeight: 44 }}>
          {t('profile.picture.remove')}
        </Button>
      )}
    </Box>
  );
}
