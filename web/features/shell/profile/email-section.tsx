import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { confirmEmail, sendEmailCode } from '../../../portal/accounts/mail.ts';
import type { PortalUser } from '../../../portal/portal-types.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { Section } from '../../../ui/section.tsx';
import { sizes } from '../../../ui/sizes.ts';

/** Whether the user has confirmed their email address, and the form to do so by a code that is sent there. */
export function EmailSection({ user }: { user: PortalUser }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { username, email = '' } = user;
  const send = useMutation({ mutationFn: () => sendEmailCode(connection, username) });
  const confirmed = user.emailStatus === 'verified';
  const state = email === '' ? 'none' : confirmed ? 'confirmed' : 'unconfirmed';
  return (
    <Section title={t('profile.email.title')} text={t(`profile.email.${state}`, { email })}>
      {state === 'unconfirmed' && (
        <>
          {/* Mounted before it has text, so that screen readers announce the text. */}
          <Typography component="output" sx={{ '&:empty': { position: 'absolute' } }}>
            {send.isSuccess ? t('profile.email.sent', { email }) : ''}
          </Typography>
          {send.isSuccess && <CodeForm username={username} />}
          {send.error && (
            <Alert severity="error">
              <ErrorMessage error={send.error} />
            </Alert>
          )}
          <Button
            variant={send.isSuccess ? 'text' : 'outlined'}
            loading={send.isPending}
            onClick={() => send.mutate()}
            sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
          >
            {send.isSuccess ? t('profile.email.again') : t('profile.email.send')}
          </Button>
        </>
      )}
    </Section>
  );
}

function CodeForm({ username }: { username: string }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => confirmEmail(connection, username, code),
    onSuccess: () => queries.invalidateQueries({ queryKey: portalKeys(connection).all }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <TextField
        required
        label={t('profile.email.code')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        slotProps={{
          htmlInput: {
            dir: 'ltr',
            maxLength: 20,
            autoComplete: 'one-time-code',
            autoCapitalize: 'characters',
            spellCheck: false,
          },
        }}
        sx={{ maxWidth: 260 }}
      />
      {confirm.error && (
        <Alert severity="error">
          <ErrorMessage error={confirm.error} />
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        loading={confirm.isPending}
        sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
      >
        {t('profile.email.confirm')}
      </Button>
    </Box>
  );
}
