import LockOutlined from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutIsolates } from '../../../../wire/languages.ts';
import type { MappingError } from '../../../../wire/errors.ts';
import { useConfiguration, useIdentity, useSidebar } from '../../../context/application-context.ts';
import { NoNewItemsNotice } from '../../../context/no-new-items-notice.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { capabilitiesOf, type SharingLevel } from '../../../portal/capabilities.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { userFolders } from '../../../portal/user-content.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { TagsField } from '../../../ui/tags-field.tsx';
import { type SaveDetails, useSaving } from './saving-context.ts';

/** Saving the open map in place, or as a new one. */
export function SavePanel() {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const { user, portal } = useIdentity();
  const { ready, work, item, mayOverwrite, status, problem, save } = useSaving();
  const { change, createItems } = capabilitiesOf(user, portal);
  const { setSidebarOpen } = useSidebar();
  // The form is another one for the new map, so that only the panel knows whether it is still the open tool.
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const close = () => {
    if (isOpen.current) setSidebarOpen(false);
  };
  if (!ready)
    return (
      <Box component="output" aria-label={t('app.loading')} sx={{ p: 2, display: 'grid', gap: 2 }}>
        {[40, 40, 96].map((height, index) => (
          <Skeleton key={index} variant="rounded" animation={false} height={height} />
        ))}
      </Box>
    );
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 2 }}>
      {problem && <SaveProblem problem={problem} />}
      {user ? (
        <>
          {item && mayOverwrite && (
            <Box sx={{ display: 'grid', gap: 1 }}>
              <Typography color="textSecondary">
                {work.dirty
                  ? t('saving.changedSince', { when: ago(item.modified) })
                  : t('saving.savedAt', { when: ago(item.modified) })}
              </Typography>
              <Button
                variant="outlined"
                onClick={() => void save({ startHere: true })}
                disabled={status === 'saving'}
              >
                {t('saving.startHere.save')}
              </Button>
              <Divider sx={{ my: 1 }} />
              <Typography variant="h3">{t('saving.saveAs')}</Typography>
            </Box>
          )}
          {item && !mayOverwrite && change && (
            <Alert severity="info">{t('saving.notYours', { owner: item.owner })}</Alert>
          )}
          {createItems ? <SaveForm key={item?.id ?? 'new'} onSaved={close} /> : <NoNewItemsNotice />}
        </>
      ) : (
        <SignInToSave />
      )}
    </Box>
  );
}

/** Prompts for the sign-in in place; the work is restored after it. */
function SignInToSave() {
  const { t } = useTranslation();
  const { isAuthorizing, signIn } = useIdentity();
  return (
    <StateMessage
      icon={<LockOutlined />}
      title={t('saving.signIn')}
      detail={t('saving.signIn.why')}
      action={
        <Button variant="contained" loading={isAuthorizing} onClick={() => void signIn()}>
          {t('session.signIn')}
        </Button>
      }
    />
  );
}

/** Why the map was not saved, whether the work is stored, and the possible actions. */
export function SaveProblem({ problem }: { problem: Error }) {
  const { t } = useTranslation();
  const { earlier } = useFormats();
  const { user, signIn } = useIdentity();
  const { status, kept, save, showTheirs, mayOverwrite } = useSaving();
  const { id, cause } = problem as MappingError;
  const busy = status === 'saving';
  const own = id === 'saving:saved-elsewhere';
  if (own || id === 'saving:newer-version') {
    return (
      <Alert severity="warning">
        <AlertTitle>{own ? t('saving.newer.own') : t('saving.newer')}</AlertTitle>
        {t('saving.newer.why', { when: earlier((cause as PortalItem).modified) })}
        <Box sx={{ display: 'grid', justifyItems: 'start', mt: 1 }}>
          <Button size="small" onClick={() => void showTheirs()}>
            {t('saving.newer.theirs')}
          </Button>
          <Button size="small" color="error" loading={busy} onClick={() => void save({ overwrite: true })}>
            {t('saving.newer.overwrite')}
          </Button>
        </Box>
      </Alert>
    );
  }
  const ended = needsSignIn(problem) && !user;
  return (
    <Alert
      severity="error"
      action={
        ended ? (
          <Button color="inherit" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        ) : mayOverwrite ? (
          <Button color="inherit" loading={busy} onClick={() => void save()}>
            {t('app.tryAgain')}
          </Button>
        ) : undefined
      }
    >
      <AlertTitle>{t('saving.failed')}</AlertTitle>
      <ErrorMessage error={problem} /> {kept && t('saving.failed.kept')}
    </Alert>
  );
}

/** Maximum lengths on portals (docs/limits.md). */
const longest = { title: 250, snippet: 2048 };

/** Saves the map as a new one: title, folder, and access. */
function SaveForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const { levels, publicForbidden } = capabilitiesOf(user, portal);
  const { item, status, saveAs } = useSaving();
  const username = user?.username ?? '';
  const folders = useQuery({
    queryKey: personKeys(connection, username).folders,
    queryFn: ({ signal }) => userFolders(connection, username, signal),
    enabled: username !== '',
  });
  const [details, setDetails] = useState<SaveDetails>(() => ({
    title: item ? withoutIsolates(t('saving.copyOf', { title: item.title })) : '',
    snippet: item?.snippet ?? '',
    tags: [...(item?.tags ?? [])],
    folder: '',
    level: 'private',
    startHere: true,
  }));
  const [missing, setMissing] = useState(false);
  const change = (part: Partial<SaveDetails>) => setDetails((all) => ({ ...all, ...part }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const title = details.title.trim();
    setMissing(title === '');
    // What is open then is the new map.
    if (title !== '' && (await saveAs({ ...details, title }))) onSaved();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 2 }}
    >
      <TextField
        size="small"
        required
        label={t('saving.title')}
        value={details.title}
        error={missing}
        helperText={missing ? t('saving.title.missing') : undefined}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: longest.title } }}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextField
        size="small"
        multiline
        minRows={2}
        maxRows={6}
        label={t('saving.snippet')}
        value={details.snippet}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: longest.snippet } }}
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
        helperText={publicForbidden && t('content.share.level.publicForbidden')}
        onChange={(event) => change({ level: event.target.value as SharingLevel })}
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
