import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import LinkOff from '@mui/icons-material/LinkOff';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { isTemporary } from '../../../../wire/errors.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { usePageName } from '../../../context/page-frame.ts';
import { openLink, acceptLink, type LinkOffer } from '../../../portal/accounts/account-links.ts';
import { Page } from '../../../ui/page.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { portalKeys } from '../../../portal/query-keys.ts';
import { radii } from '../../../ui/sizes.ts';

/** The target page of a link. Its secret is in the fragment and reaches the server only in a request body. */
export function JoinView() {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const secret = useLocation().hash.slice(1);
  const [username, setUsername] = useState<string>();
  const offer = useQuery({
    queryKey: portalKeys(connection).joinLink(secret),
    queryFn: ({ signal }) => openLink(connection, secret, signal),
    enabled: secret !== '' && username === undefined,
    staleTime: Infinity,
  });
  const unread = isTemporary(offer.error);
  const dead = secret === '' || (offer.error !== null && !unread);
  usePageName(dead ? t('join.dead') : offer.data && t(headingOf(offer.data, username !== undefined)));
  if (dead) {
    return (
      <Page>
        <StateMessage
          role="alert"
          icon={<LinkOff />}
          title={t('join.dead')}
          detail={offer.error ? <ErrorMessage error={offer.error} /> : t('join.incomplete')}
          action={
            <Button component={Link} to={`/${org}`}>
              {t('join.home')}
            </Button>
          }
        />
      </Page>
    );
  }
  if (unread) {
    return (
      <Page>
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={<ErrorMessage error={offer.error} />}
          action={
            <Button variant="contained" onClick={() => void offer.refetch()}>
              {t('app.tryAgain')}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page>
      <Paper
        variant="outlined"
        sx={{ p: { xs: 2.5, sm: 4 }, borderRadius: radii.card, width: '100%', maxWidth: 480, mx: 'auto' }}
      >
        {offer.data === undefined && (
          <Skeleton variant="rounded" height={320} aria-label={t('app.loading')} />
        )}
        {offer.data && username !== undefined && <Joined offer={offer.data} username={username} />}
        {offer.data && username === undefined && (
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <Typography variant="h1">{t(headingOf(offer.data, false))}</Typography>
            <Typography color="textSecondary">
              {offer.data.kind === 'join'
                ? t('join.invited', { name: offer.data.invitedBy, portal: offer.data.portalName })
                : t('join.password.for', { name: offer.data.fullName ?? offer.data.username ?? '' })}
            </Typography>
            <JoinForm offer={offer.data} secret={secret} onDone={setUsername} />
          </Box>
        )}
      </Paper>
    </Page>
  );
}

function headingOf({ kind }: LinkOffer, done: boolean) {
  if (kind === 'join') return done ? 'join.done' : 'join.title';
  return done ? 'join.password.done' : 'join.password.title';
}

/** The link has been used: continue to the sign-in, which returns to the organisation's home page. */
function Joined({ offer, username }: { offer: LinkOffer; username: string }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user, signIn } = useIdentity();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const go = async () => {
    await navigate(`/${org}`, { replace: true });
    if (!user) await signIn();
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center', textAlign: 'center' }}>
      <CheckCircle color="primary" sx={{ fontSize: 48 }} />
      <Typography ref={heading} variant="h1" tabIndex={-1} sx={{ outline: 'none' }}>
        {t(headingOf(offer, true))}
      </Typography>
      <Typography color="textSecondary">{t('join.signInAs', { username })}</Typography>
      <Button variant="contained" size="large" onClick={() => void go()} sx={{ minHeight: 48 }}>
        {user ? t('join.home') : t('session.signIn')}
      </Button>
    </Box>
  );
}

interface JoinFormProps {
  offer: LinkOffer;
  secret: string;
  onDone: (username: string) => void;
}

/** Username, name and password of a new account; only the new password of an existing one. */
function JoinForm({ offer, secret, onDone }: JoinFormProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const [chosen, setChosen] = useState({ username: '', fullName: '', email: '', password: '' });
  const accept = useMutation({
    mutationFn: () =>
      acceptLink(
        connection,
        secret,
        offer.kind === 'join'
          ? { ...chosen, username: chosen.username.trim() }
          : { password: chosen.password },
      ),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  const text = (name: 'username' | 'fullName' | 'email') => (
    <TextField
      fullWidth
      required={name !== 'email'}
      type={name === 'email' ? 'email' : 'text'}
      label={t(`people.${name}`)}
      value={chosen[name]}
      helperText={name === 'username' ? t('people.username.help') : undefined}
      onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}
      slotProps={{
        htmlInput: {
          dir: name === 'fullName' ? 'auto' : 'ltr',
          spellCheck: false,
          autoCapitalize: name === 'fullName' ? 'words' : 'none',
          autoComplete: name === 'fullName' ? 'name' : name,
          ...(name === 'username' && {
            pattern: '[A-Za-z0-9._@\\-]{1,128}',
            title: t('people.username.help'),
          }),
        },
      }}
    />
  );
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 2 }}>
      {offer.kind === 'join' && (
        <>
          {text('fullName')}
          {text('email')}
          {text('username')}
        </>
      )}
      {/* Password managers store the password under it. */}
      {offer.username && <input type="text" autoComplete="username" value={offer.username} readOnly hidden />}
      <PasswordField
        label={t('join.password')}
        help={t('join.password.help')}
        show={t('join.password.show')}
        value={chosen.password}
        onChange={(password) => setChosen({ ...chosen, password })}
        isNew
      />
      {accept.error && (
        <Alert severity="error">
          <ErrorMessage error={accept.error} />
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={accept.isPending}
        sx={{ minHeight: 48 }}
      >
        {offer.kind === 'join' ? t('join.make') : t('join.password.save')}
      </Button>
    </Stack>
  );
}
