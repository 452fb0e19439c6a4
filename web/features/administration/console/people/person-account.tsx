import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { resetAccountPassword } from '../../../../portal/accounts/account-links.ts';
import { endSessions, setDisabled } from '../../../../portal/accounts/accounts.ts';
import { resetSecondFactor } from '../../../../portal/accounts/second-factor.ts';
import type { PortalUser } from '../../../../portal/portal-types.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../i18n/index.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { DeletePerson } from './delete-person.tsx';
import { SecretField } from './account-fields.tsx';
import { useChange } from './use-people.ts';

type AccountChange = 'signOut' | 'resetTwoStep' | 'disable' | 'enable';

/** Whether the user can sign in, and their sessions. The administrator's own account is in the profile. */
export function PersonAccount({
  person,
  onDeleted,
}: {
  person: PortalUser;
  onDeleted: (message: string) => void;
}) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const { ago } = useFormats();
  const [resetting, setResetting] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const { username, fullName, disabled = false, lastLogin = -1 } = person;
  // One at a time, so that only the result of the last one is shown.
  const act = useChange((what: AccountChange) =>
    what === 'signOut'
      ? endSessions(connection, username, false)
      : what === 'resetTwoStep'
        ? resetSecondFactor(connection, username)
        : setDisabled(connection, username, what === 'disable'),
  );
  const button = (what: AccountChange) => ({
    variant: 'outlined' as const,
    disabled: act.isPending,
    loading: act.isPending && act.variables === what,
    onClick: () => act.mutate(what),
  });
  const own = user?.username === username;
  const may = (privilege: string) => user?.privileges.includes(privilege) ?? false;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">{t('people.account')}</Typography>
      <Typography color="textSecondary">
        {lastLogin > 0 ? t('people.lastSignIn', { when: ago(lastLogin) }) : t('people.neverSignedIn')}
      </Typography>
      {own && <Typography color="textSecondary">{t('people.own')}</Typography>}
      {!own && portal?.accountSessions && (
        <Act text={t('people.signOut.help')}>
          <Button {...button('signOut')}>{t('people.signOut')}</Button>
        </Act>
      )}
      {!own && portal?.accountLinks && may('portal:admin:updateUsers') && (
        <Act text={t('people.reset.help')}>
          <Button variant="outlined" onClick={() => setResetting(true)}>
            {t('people.reset')}
          </Button>
        </Act>
      )}
      {!own && portal?.accountSecondFactor && person.mfaEnabled && may('portal:admin:updateUsers') && (
        <Act text={t('people.twoStep.help')}>
          <Button {...button('resetTwoStep')} color="error">
            {t('people.twoStep.reset')}
          </Button>
        </Act>
      )}
      {!own && !portal?.accountLinks && <Alert severity="info">{t('people.reset.elsewhere')}</Alert>}
      {!own && may('portal:admin:disableUsers') && (
        <Act text={disabled ? t('people.enable.help') : t('people.disable.help')}>
          <Button {...button(disabled ? 'enable' : 'disable')} color={disabled ? 'primary' : 'error'}>
            {disabled ? t('people.enable') : t('people.disable')}
          </Button>
        </Act>
      )}
      {!own && may('portal:admin:deleteUsers') && (
        <Act text={t('people.delete.help')}>
          <Button variant="outlined" color="error" onClick={() => setDeleting(true)}>
            {t('people.delete')}
          </Button>
        </Act>
      )}
      {act.isSuccess && act.variables === 'signOut' && (
        <Alert severity="success">{t('people.signedOut')}</Alert>
      )}
      {act.isSuccess && act.variables === 'resetTwoStep' && (
        <Alert severity="success">{t('people.twoStep.done')}</Alert>
      )}
      {act.error && (
        <Alert severity="error">
          <ErrorMessage error={act.error} />
        </Alert>
      )}
      {deleting && <DeletePerson person={person} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
      {resetting && (
        <ResetPassword username={username} name={fullName || username} onClose={() => setResetting(false)} />
      )}
    </Box>
  );
}

/** A button with a description beside it. */
function Act({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
        '& > button': { minHeight: sizes.touch, minWidth: 160 },
      }}
    >
      <Typography sx={{ flex: '1 1 220px' }}>{text}</Typography>
      {children}
    </Box>
  );
}

/**
 * Confirms first, because the password stops working at once. Then shows the link with which the user chooses a new
 * one.
 */
function ResetPassword(props: { username: string; name: string; onClose: () => void }) {
  const { username, name, onClose } = props;
  const { t } = useTranslation();
  const { connection, org } = useConfiguration();
  const { date } = useFormats();
  const reset = useChange(() => resetAccountPassword(connection, username));
  const made = reset.data;
  // The link is shown once: neither a click outside nor closing during the request may lose it.
  const mayLose = reset.isPending || made?.link !== undefined;
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={() => !mayLose && onClose()} aria-labelledby="reset-title">
      <DialogTitle id="reset-title">{t('people.reset.ask', { name })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {made?.link ? (
          <SecretField
            label={t('people.link')}
            value={linkAddress(org, made.link)}
            note={t('people.link.note', { date: date(made.expires ?? 0) })}
          />
        ) : (
          t('people.reset.why')
        )}
        {reset.error && (
          <Alert severity="error">
            <ErrorMessage error={reset.error} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={reset.isPending} onClick={onClose}>
          {made ? t('people.done') : t('administration.cancel')}
        </Button>
        {!made && (
          <Button color="error" variant="contained" loading={reset.isPending} onClick={() => reset.mutate()}>
            {t('people.reset')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/**
 * The page of this application where a link's secret is used. The secret is in the fragment, which neither servers nor
 * logs receive.
 * @param page where the administrator is now
 */
export function linkAddress(org: string, secret: string, page: Location = window.location): string {
  return `${page.origin}/${org}/join#${secret}`;
}
