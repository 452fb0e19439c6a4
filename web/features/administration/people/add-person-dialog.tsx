import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { invitePerson } from '../../../portal/accounts/account-links.ts';
import { errorText, useFormats } from '../../languages/index.ts';
import { blankPerson, type NewPerson, PersonFields } from './person-fields.tsx';
import { firstPassword } from './first-password.ts';
import { linkAddress } from './link-address.ts';
import { SecretField } from './secret-field.tsx';
import { useChange } from './use-people.ts';

/** Adds a person: by a link of our portal, or with a first password where the portal hands out no links. */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { connection, org, portal } = useApplicationContext();
  const { date } = useFormats();
  const links = portal?.accountLinks ?? false;
  const [person, setPerson] = useState<NewPerson>(() => blankPerson(links));
  const invite = useChange(async ({ way, username, fullName, ...rest }: NewPerson) => {
    const password = links ? undefined : firstPassword();
    const named = way === 'account' ? { username: username.trim(), fullname: fullName.trim() } : {};
    const answer = await invitePerson(connection, { ...rest, ...named, ...(password && { password }) });
    return { ...answer, password };
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(person);
  };
  const made = invite.data;
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="add-person-title">
      <form onSubmit={submit}>
        <DialogTitle id="add-person-title">{made ? t('people.added') : t('people.add')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {made?.link && (
            <SecretField
              label={t('people.link')}
              value={linkAddress(org, made.link)}
              note={t('people.link.note', { date: date(made.expires ?? 0) })}
            />
          )}
          {made?.password && (
            <SecretField
              label={t('people.firstPassword')}
              value={made.password}
              note={t('people.firstPassword.note')}
            />
          )}
          {!made && <PersonFields links={links} person={person} onChange={setPerson} />}
          {invite.error && <Alert severity="error">{errorText(t, invite.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{made ? t('people.done') : t('administration.cancel')}</Button>
          {!made && (
            <Button type="submit" variant="contained" loading={invite.isPending}>
              {person.way === 'link' ? t('people.makeLink') : t('people.makeAccount')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
