import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { itemAddress } from '../../../context/addresses.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { errorText } from '../../../i18n/index.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import type { SceneSession } from '../../../map/scene/scene.ts';
import { listsItems } from '../../../portal/query-keys.ts';
import { addWebScene, updateWebMap } from '../../../portal/save-item.ts';

/** Saves the scene as an item of the user, or over the scene that is open. */
export function SaveScene({ session }: { session: SceneSession }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { user } = useIdentity();
  const model = useMapModel();
  const queries = useQueryClient();
  const opened = model?.withInternals(({ source }) => source.scene?.item);
  const mapTitle = useMapState((state) => state.title);
  const [title, setTitle] = useState(opened?.title ?? mapTitle);
  const save = useMutation({
    mutationFn: async (over: boolean) => {
      const { document, picture } = await session.write();
      const thumbnail = picture && new File([picture], 'thumbnail.jpg', { type: picture.type });
      const fields = { document, ...(thumbnail && { thumbnail }) };
      if (over && opened) {
        await updateWebMap(connection, opened, fields);
        return opened.id;
      }
      return addWebScene(connection, user?.username ?? '', { ...fields, title: title.trim() });
    },
    onSuccess: () => void queries.invalidateQueries({ predicate: listsItems }),
  });
  const mayOverwrite =
    opened !== undefined &&
    user !== undefined &&
    (opened.owner === user.username || ['admin', 'update'].includes(opened.itemControl ?? ''));
  if (!user) return <Typography color="textSecondary">{t('scene.save.signIn')}</Typography>;
  return (
    <>
      {save.error && <Alert severity="error">{errorText(t, save.error)}</Alert>}
      {save.data && (
        <Alert
          severity="success"
          action={
            save.data !== opened?.id && (
              <Button
                component={Link}
                to={{
                  ...addressParts(itemAddress(org, { id: save.data, type: 'Web Scene' })),
                  hash: location.hash,
                }}
              >
                {t('scene.save.open')}
              </Button>
            )
          }
        >
          {t('scene.save.done')}
        </Alert>
      )}
      {mayOverwrite && (
        <Button variant="contained" disabled={save.isPending} onClick={() => save.mutate(true)}>
          {t('scene.save.over')}
        </Button>
      )}
      <TextField
        size="small"
        label={t('scene.save.title')}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        slotProps={{ htmlInput: { maxLength: 250 } }}
      />
      <Button
        variant={mayOverwrite ? 'outlined' : 'contained'}
        disabled={save.isPending || title.trim() === ''}
        onClick={() => save.mutate(false)}
      >
        {t('scene.save.new')}
      </Button>
    </>
  );
}

function addressParts(address: string) {
  const [pathname = '', search = ''] = address.split('?');
  return { pathname, search };
}
