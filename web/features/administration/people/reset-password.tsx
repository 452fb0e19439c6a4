import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { resetAccountPassword } from '../../../portal/accounts/account-links.ts';
import { errorText, useFormats } from '../../languages/index.ts';
import { linkAddress } from './link-address.ts';
import { SecretField } from './secret-field.tsx';
import { useChange } from './use-people.ts';

/** Asks first: the password stops working at once. Then shows the link by which the person chooses another. */
export function ResetPassword(props: { username: string; name: string; onClose: () => void }) {
  const { username, name, onClose } = props;
  const { t } = useTranslation();
  const { connection, org } = useApplicationContext();
  const { date } = useFormats();
  const reset = useChange(() => resetAccountPassword(connection, username));
  const made = reset.data;
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="reset-title">
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
        {reset.error && <Alert severity="error">{errorText(t, reset.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{made ? t('people.done') : t('administration.cancel')}</Button>
        {!made && (
          <Button color="error" variant="contained" loading={reset.isPending} onClick={() => reset.mutate()}>
            {t('people.reset')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
