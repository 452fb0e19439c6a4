import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import type { ShareLevel } from '../../../portal/change-items.ts';
import { userFolders } from '../../../portal/user-content.ts';
import { TagsField } from '../../../ui/tags-field.tsx';
import { type SaveDetails, useSaving } from './saving-context.ts';

const levels: readonly ShareLevel[] = ['private', 'org', 'public'];
/** Maximum lengths on portals (docs/limits.md). */
const longest = { title: 250, snippet: 2048 };

/** Saves the map as a new one: title, folder, and access. */
export function SaveForm() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const { item, status, saveAs } = useSaving();
  const username = user?.username ?? '';
  const folders = useQuery({
    queryKey: personKeys(connection, username).folders,
    queryFn: ({ signal }) => userFolders(connection, username, signal),
    enabled: username !== '',
  });
  const [details, setDetails] = useState<SaveDetails>(() => ({
    title: item ? t('saving.copyOf', { title: item.title }) : '',
    snippet: item?.snippet ?? '',
    tags: [...(item?.tags ?? [])],
    folder: '',
    level: 'private',
    startHere: true,
  }));
  const [missing, setMissing] = useState(false);
  const change = (part: Partial<SaveDetails>) => setDetails((all) => ({ ...all, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const title = details.title.trim();
    setMissing(title === '');
    if (title !== '') void saveAs({ ...details, title });
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <TextField
        size="small"
        required
        label={t('saving.title')}
        value={details.title}
        error={missing}
        helperText={missing ? t('saving.title.missing') : undefined}
        slotProps={{ htmlInput: { maxLength: longest.title } }}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextField
        size="small"
        multiline
        minRows={2}
        maxRows={6}
        label={t('saving.snippet')}
        value={details.snippet}
        slotProps={{ htmlInput: { maxLength: longest.snippet } }}
        onChange={(event) => change({ snippet: event.target.value })}
      />
      <TagsField
        size="small"
        label={t('saving.tags')}
        help={t('saving.tags.how')}
        value={details.tags}
        onChange={(tags) => change({ tags })}
      />
      <TextField
        select
        size="small"
        label={t('saving.folder')}
        value={details.folder}
        disabled={folders.isLoading}
        error={folders.isError}
        helperText={folders.isError ? t('saving.folder.failed') : undefined}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        onChange={(event) => change({ folder: event.target.value })}
      >
        <MenuItem value="">{t('saving.folder.root')}</MenuItem>
        {folders.data?.map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label={t('saving.level')}
        value={details.level}
        onChange={(event) => change({ level: event.target.value as ShareLevel })}
      >
        {levels.map((level) => (
          <MenuItem key={level} value={level}>
            {t(`map.access.${level}`)}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        control={
          <Checkbox checked={details.startHere} onChange={(_event, startHere) => change({ startHere })} />
        }
        label={t('saving.startHere')}
      />
      <Button type="submit" variant={item ? 'outlined' : 'contained'} loading={status === 'saving'}>
        {t('saving.saveAs')}
      </Button>
    </Box>
  );
}
