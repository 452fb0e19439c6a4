import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { MappingError } from '../../../../../wire/errors.ts';
import { kindOf } from '../../../../../wire/integrations/integration-config.ts';
import {
  checkIntegration,
  type CredentialStatus,
  getCredentialStatus,
  setCredentials,
} from '../../../../api/integrations.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../i18n/index.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { messageOr } from '../field-names.ts';
import { useUnsavedForm } from '../unsaved-forms.ts';

/**
 * The parts that require a saved integration: its credentials, and a test. A changed one must be saved first, so that
 * the test matches what members get.
 */
export function SavedPart({ integration, saved }: { integration: IntegrationConfig; saved: boolean }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const queries = useQueryClient();
  const { id, type, title } = integration;
  const test = useMutation({
    mutationFn: () => checkIntegration(org, id),
    onSettled: () => queries.invalidateQueries({ queryKey: apiKeys(org).health }),
  });
  if (!saved) {
    return (
      <Typography color="textSecondary" variant="body2">
        {t('administration.integration.saveFirst')}
      </Typography>
    );
  }
  const found = test.data;
  return (
    <Box sx={{ display: 'grid', gap: 2, borderTop: 1, borderColor: 'divider', pt: 2, minWidth: 0 }}>
      {kindOf(type).credentials.for !== 'none' && <CredentialsForm id={id} />}
      {test.error && (
        <Alert severity="error">
          <ErrorMessage error={test.error} />
        </Alert>
      )}
      {found && (
        <Alert severity={found.state === 'ok' ? 'success' : 'error'} sx={{ overflowWrap: 'anywhere' }}>
          {[t(`health.state.${found.state}`), found.state !== 'ok' && t(`health.cure.${found.state}`)]
            .filter(Boolean)
            .join(' ')}
        </Alert>
      )}
      <Button
        variant="outlined"
        loading={test.isPending}
        onClick={() => test.mutate()}
        aria-label={`${t('health.test')}: ${title || id}`}
        sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
      >
        {t('health.test')}
      </Button>
    </Box>
  );
}

/**
 * Credentials of a saved integration. They are write-only: a field shows that it is set, not its value. They
 * are saved at once, apart from the configuration and its revisions.
 */
function CredentialsForm({ id }: { id: string }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const status = useQuery({
    queryKey: apiKeys(org).credentials(id),
    queryFn: ({ signal }) => getCredentialStatus(org, id, signal),
  });
  if (status.isPending) return <Skeleton variant="rounded" height={96} aria-label={t('app.loading')} />;
  if (status.error) {
    return (
      <Alert
        severity="error"
        action={<Button onClick={() => void status.refetch()}>{t('app.tryAgain')}</Button>}
      >
        <ErrorMessage error={status.error} />
      </Alert>
    );
  }
  return status.data.for === 'none' ? null : <Fields id={id} status={status.data} />;
}

function Fields({ id, status }: { id: string; status: CredentialStatus }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { date } = useFormats();
  const queries = useQueryClient();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const save = useMutation({
    mutationFn: (changes: Record<string, string | null>) => setCredentials(org, id, changes, status.tag),
    onSuccess: (next, sent) => {
      // What was typed for others, or since then, is still to be saved.
      setValues((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name])),
      );
      queries.setQueryData(apiKeys(org).credentials(id), next);
      void queries.invalidateQueries({ queryKey: apiKeys(org).integrationSetUp });
    },
    onError: async (cause) => {
      // Shows who has changed them; another save then replaces theirs.
      if (isConflict(cause)) await queries.invalidateQueries({ queryKey: apiKeys(org).credentials(id) });
    },
  });
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const isChanged = Object.keys(given).length > 0;
  useUnsavedForm(isChanged);
  const nameOf = (field: string) => messageOr(t, `administration.credential.${field}`, field);
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ p: 0, mb: 0.5 }}>
        {t('administration.credentials')}
      </Typography>
      <Typography color="textSecondary" variant="body2">
        {t(
          status.for === 'server'
            ? 'administration.credentials.server'
            : 'administration.credentials.browser',
        )}
        {status.updatedAt !== undefined &&
          ` ${t('administration.credentials.by', { name: status.updatedBy ?? '', date: date(status.updatedAt) })}`}
      </Typography>
      {typeof status.droppedAt === 'number' && (
        <Alert severity="warning">
          {t('administration.credentials.dropped', { date: date(status.droppedAt) })}
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {status.known.map((field) => {
          const isSet = status.set.includes(field);
          return (
            <Box key={field} sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
              <TextField
                fullWidth
                type="password"
                label={nameOf(field)}
                placeholder={isSet ? '••••••••' : ''}
                helperText={t(isSet ? 'administration.credentials.set' : 'administration.credentials.notSet')}
                value={values[field] ?? ''}
                onChange={({ target }) => setValues((now) => ({ ...now, [field]: target.value }))}
                slotProps={{
                  // Password managers must neither fill in nor store the organisation's credentials.
                  htmlInput: { dir: 'ltr', autoComplete: 'off', 'data-1p-ignore': true, maxLength: 4000 },
                  inputLabel: isSet ? { shrink: true } : {},
                }}
              />
              {isSet && (
                <Button
                  size="small"
                  disabled={save.isPending}
                  onClick={() => save.mutate({ [field]: null })}
                  aria-label={`${t('administration.credentials.remove')}: ${nameOf(field)}`}
                  sx={{ minHeight: sizes.touch }}
                >
                  {t('administration.credentials.remove')}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
      {save.error && (
        <Alert severity="error">
          {isConflict(save.error) && status.updatedBy ? (
            t('administration.conflict.title', { author: status.updatedBy })
          ) : (
            <ErrorMessage error={save.error} />
          )}
        </Alert>
      )}
      {save.isSuccess && !isChanged && (
        <Alert severity="success">{t('administration.credentials.saved')}</Alert>
      )}
      <Button
        variant="outlined"
        loading={save.isPending}
        disabled={!isChanged}
        onClick={() => save.mutate(given)}
        sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
      >
        {t('administration.credentials.save')}
      </Button>
    </Box>
  );
}

/** Whether another administrator has changed the credentials since they were shown. */
function isConflict(error: unknown): boolean {
  return error instanceof MappingError && error.status === 412;
}
