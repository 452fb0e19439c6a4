import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, usePortalIdentity } from '../../../../context/application-context.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { searchItems } from '../../../../portal/search-items.ts';
import { allOf, searchText } from '../../../../../wire/search-text.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useItemTexts } from '../../../../i18n/index.ts';
import { personKeys } from '../../../../portal/query-keys.ts';
import { pointLayers } from '../../../../portal/service-request.ts';

/** Layers, and files that the photo page may load without a token. */
const choosable = 'type:"Feature Service" OR (type:"GeoJson" AND access:public)';

export interface PhotosDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called with the URL of a point layer or of a GeoJSON file. */
  onChoose: (address: string) => void;
}

/** Layers and files of the portal, searched while typing. */
export function PhotosDialog({ open, onClose, onChoose }: PhotosDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="photos-dialog-title">
      <DialogTitle id="photos-dialog-title">{t('kind.pick')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minHeight: 320 }}>
        <Choices onChoose={onChoose} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('administration.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Choices({ onChoose }: Pick<PhotosDialogProps, 'onChoose'>) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const [typed, setTyped] = useState('');
  const words = searchText(typed);
  const found = useQuery({
    queryKey: personKeys(connection, who).photoLayers(words),
    queryFn: ({ signal }) =>
      searchItems(
        connection,
        { q: allOf(choosable, words), num: 25, ...(!words && { sortField: 'title' }) },
        signal,
      ),
    enabled: known,
    placeholderData: keepPreviousData,
  });
  const layers = useMutation({
    mutationFn: async (item: PortalItem) => pointLayers(connection, item.url ?? ''),
  });
  const chooseOnly = ([only, ...others]: Awaited<ReturnType<typeof pointLayers>>) => {
    if (only && others.length === 0) onChoose(only.url);
  };
  const choose = (item: PortalItem) => {
    if (item.type === 'GeoJson')
      onChoose(`${connection.restUrl}/content/items/${encodeURIComponent(item.id)}/data`);
    // Not after the dialog was closed.
    else layers.mutate(item, { onSuccess: chooseOnly });
  };
  const failure = found.error ?? layers.error;
  const items = found.data?.results ?? [];
  return (
    <>
      <TextField
        type="search"
        label={t('kind.pick.search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        sx={{ mt: 1 }}
      />
      {failure && (
        <Typography role="alert" color="error">
          <ErrorMessage error={failure} />
        </Typography>
      )}
      {found.isPending &&
        [1, 2, 3].map((row) => <Skeleton key={row} variant="rounded" height={56} animation={false} />)}
      {found.data && items.length === 0 && <Typography component="output">{t('kind.pick.none')}</Typography>}
      <List disablePadding>
        {items.map((item) => (
          <ListItem key={item.id} disablePadding sx={{ display: 'block' }}>
            <ListItemButton
              disabled={layers.isPending && layers.variables.id === item.id}
              onClick={() => choose(item)}
            >
              <ListItemText
                primary={titleOf(item)}
                secondary={`${t(item.type === 'GeoJson' ? 'kind.pick.file' : 'kind.pick.layer')} · ${item.owner}`}
                slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
              />
            </ListItemButton>
            {layers.data && layers.variables.id === item.id && (
              <List disablePadding sx={{ paddingInlineStart: 3 }}>
                {layers.data.length === 0 && (
                  <Typography component="output" color="textSecondary">
                    {t('kind.pick.noPoints')}
                  </Typography>
                )}
                {layers.data.map(({ url, name }) => (
                  <ListItemButton key={url} onClick={() => onChoose(url)}>
                    <ListItemText primary={name} />
                  </ListItemButton>
                ))}
              </List>
            )}
          </ListItem>
        ))}
      </List>
    </>
  );
}
