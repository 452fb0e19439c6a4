import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { usePageName } from '../../../context/page-frame.ts';
import { changePassword } from '../../../portal/accounts/accounts.ts';
import { Page } from '../../../ui/page.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { portalKeys } from '../../../portal/query-keys.ts';
import { sizes } from '../../../ui/sizes.ts';
import { SignInFirst } from '../../../ui/sign-in-first.tsx';
import { FactorFields } from './proof-form.tsx';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecuritySection } from './security-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** The user's profile on the portal; password and sessions where the portal supports them. */
export function ProfileView() {
  const { t } = useTranslation();
  const { user, portal, isAuthorizing, signIn } = useIdentity();
  const password = useRef<HTMLInputElement>(null);
  usePageName(t('profile.title'));
  if (!user)
    return (
      <SignInFirst
        title={t('profile.title')}
        reason={t('profile.signIn')}
        signIn={t('session.signIn')}
        authorizing={t('session.authorizing')}
        isAuthorizing={isAuthorizing}
        onSignIn={() => void signIn()}
      />
    );
  const hasPassword = (user.provider ?? 'arcgis') === 'arcgis';
  return (
    <Page>
      <Box sx={{ display: 'grid', gap: 3, width: '100%', maxWidth: 720, mx: 'auto', minWidth: 0 }}>
        <Typography variant="h1">{t('profile.title')}</Typography>
        <ProfileForm user={user} key={user.username} />
        {portal?.accountMail && <EmailSection user={user} key={`${user.username} ${user.email}`} />}
        {/* The portal has no passwords of users of an external directory. */}
        {hasPassword && <PasswordSection username={user.username} field={password} />}
        {portal?.accountSecondFactor && <PasskeysSection username={user.username} />}
        {portal?.accountSecondFactor && <SecondFactorSection username={user.username} />}
        {portal?.accountSessions && <SessionsSection username={user.username} />}
        {portal?.accountSessions && (
          <SecuritySection
            username={user.username}
            onChangePassword={hasPassword ? () => password.current?.focus() : undefined}
          />
        )}
      </Box>
    </Page>
  );
}

/** Changes the password, given the current one, and ends every other session. */
function PasswordSection({ username, field }: { username: string; field: Ref<HTMLInputElement> }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [code, setCode] = useState('');
  const factor = useSecondFactor(username);
  const change = useMutation({
    mutationFn: async (sent: { current: string; next: string; code: string }) => {
      const proof = await factor.prove({ password: sent.current, code: sent.code });
      await changePassword(connection, username, { ...proof, newPassword: sent.next });
    },
    onSuccess: (_answer, sent) => {
      // What was typed since then stays.
      setCurrent((now) => (now === sent.current ? '' : now));
      setNext((now) => (now === sent.next ? '' : now));
      setCode((now) => (now === sent.code ? '' : now));
      return queries.invalidateQueries({ queryKey: portalKeys(connection).sessions() });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ current, next, code });
  };
  return (
    <Section title={t('profile.password')} text={t('profile.password.text')}>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t('profile.password.today')}
          show={t('profile.password.show', { label: t('profile.password.today') })}
          value={current}
          inputRef={field}
          onChange={setCurrent}
        />
        <PasswordField
          isNew
          label={t('profile.password.new')}
          help={t('join.password.help')}
          show={t('profile.password.show', { label: t('profile.password.new') })}
          value={next}
          onChange={setNext}
        />
        <FactorFields factor={factor} value={code} onChange={setCode} />
        {change.error && (
          <Alert severity="error">
            <ErrorMessage error={change.error} />
          </Alert>
        )}
        {change.isSuccess && current + next + code === '' && (
          <Alert severity="success">{t('profile.password.changed')}</Alert>
        )}
        <Button
          type="submit"
          variant="outlined"
          disabled={!factor.isKnown}
          loading={change.isPending}
          sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
        >
          {t('profile.password.change')}
        </Button>
      </Box>
    </Section>
  );
}
