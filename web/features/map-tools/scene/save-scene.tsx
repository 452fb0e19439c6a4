import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MappingError } from '../../../../wire/errors.ts';
import { itemAddress } from '../../../context/addresses.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { basemapLayers, sharedLayers } from '../../../map/document/shared-layers.ts';
import type { WebMapJson } from '../../../map/document/web-map-json.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import type { SceneSession } from '../../../map/scene/scene.ts';
import { loadFreshItem } from '../../../portal/item-details.ts';
import { unseenLayers } from '../../../portal/layer-access.ts';
import { mayOverwriteItem } from '../../../portal/may-change-item.ts';
import { isOwnSave, recordOwnSave } from '../../../portal/own-saves.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { listsItems } from '../../../portal/query-keys.ts';
import { addWebScene, updateWebMap } from '../../../portal/save-item.ts';

/** `modified` of opened scenes after this page saved them. */
const lastSaved = new WeakMap<object, number>();

/** Saves the scene as an item of the user, or over the scene that is open. */
export function SaveScene({ session }: { session: SceneSession }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const model = useMapModel();
  const queries = useQueryClient();
  const opened = model?.withInternals(({ source }) => source.scene?.item);
  const { earlier } = useFormats();
  const mapTitle = useMapState((state) => state.title);
  const [title, setTitle] = useState(opened?.title ?? mapTitle);
  const save = useMutation({
    mutationFn: async (how: 'over' | 'replace' | 'new') => {
      const { document, picture } = await session.write();
      const thumbnail = picture && new File([picture], 'thumbnail.jpg', { type: picture.type });
      if (how !== 'new' && opened) {
        const layers = [...sharedLayers(document as WebMapJson), ...basemapLayers(document as WebMapJson)];
        // The picture shows all of them.
        const isForAll =
          thumbnail &&
          (await unseenLayers(connection, opened, layers).then(
            ({ length }) => length === 0,
            () => false,
          ));
        const now = await loadFreshItem(connection, opened.id);
        if (how === 'over' && now.modified !== (lastSaved.get(opened) ?? opened.modified)) {
          const refusal = { status: 409, cause: now };
          throw (await isOwnSave(connection, now))
            ? new MappingError('saving:saved-elsewhere', 'This scene was saved in another tab.', refusal)
            : new MappingError('saving:newer-version', 'Someone saved this scene meanwhile.', refusal);
        }
        const mayShow = isForAll && now.access === opened.access;
        await updateWebMap(connection, now, { document, ...(mayShow && { thumbnail }) });
        const saved = await loadFreshItem(connection, opened.id);
        await recordOwnSave(connection, saved);
        lastSaved.set(opened, saved.modified);
        return opened.id;
      }
      return addWebScene(connection, user?.username ?? '', {
        document,
        ...(thumbnail && { thumbnail }),
        title: title.trim(),
      });
    },
    onSuccess: () => void queries.invalidateQueries({ predicate: listsItems }),
  });
  const mayOverwrite = mayOverwriteItem(opened, user, portal);
  const newer =
    save.error instanceof MappingError && save.error.status === 409 && save.error.id.startsWith('saving:')
      ? save.error
      : undefined;
  if (!user) return <Typography color="textSecondary">{t('scene.save.signIn')}</Typography>;
  return (
    <>
      {save.error && !newer && (
        <Alert severity="error">
          <ErrorMessage error={save.error} />
        </Alert>
      )}
      {newer && (
        <Alert severity="warning">
          <AlertTitle>
            {newer.id === 'saving:saved-elsewhere' ? t('saving.newer.own') : t('saving.newer')}
          </AlertTitle>
          {t('saving.newer.why', { when: earlier((newer.cause as PortalItem).modified) })}
          <Button
            size="small"
            color="error"
            onClick={() => save.mutate('replace')}
            sx={{ display: 'block', mt: 1 }}
          >
            {t('saving.newer.overwrite')}
          </Button>
        </Alert>
      )}
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
        <Button variant="contained" disabled={save.isPending} onClick={() => save.mutate('over')}>
          {t('scene.save.over')}
        </Button>
      )}
      <TextField
        size="small"
        label={t('scene.save.title')}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
      />
      <Button
        variant={mayOverwrite ? 'outlined' : 'contained'}
        disabled={save.isPending || title.trim() === ''}
        onClick={() => save.mutate('new')}
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
