import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../i18n/index.ts';
import { invitePerson } from '../../../../portal/accounts/account-links.ts';
import { GroupsField } from '../settings/groups-field.tsx';
import { linkAddress } from './person-account.tsx';
import { RoleChoice, SecretField } from './account-fields.tsx';
import { useChange } from './use-people.ts';

/** Adds a user: by a link of the embedded portal, or with an initial password where the portal has no links. */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { connection, org } = useConfiguration();
  const { portal } = useIdentity();
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
  // The link or password is shown once: neither a click outside nor closing during the request may lose it.
  const mayLose = invite.isPending || Boolean(made?.link ?? made?.password);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={() => !mayLose && onClose()}
      aria-labelledby="add-person-title"
    >
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
          {invite.error && (
            <Alert severity="error">
              <ErrorMessage error={invite.error} />
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={invite.isPending} onClick={onClose}>
            {made ? t('people.done') : t('administration.cancel')}
          </Button>
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

/** `link`: the user who opens the link creates the account. */
interface NewPerson {
  way: 'link' | 'account';
  username: string;
  fullName: string;
  email: string;
  role: string;
  groups: readonly string[];
}

function blankPerson(links: boolean): NewPerson {
  return {
    way: links ? 'link' : 'account',
    username: '',
    fullName: '',
    email: '',
    role: 'org_user',
    groups: [],
  };
}

interface PersonFieldsProps {
  links: boolean;
  person: NewPerson;
  onChange: (next: NewPerson) => void;
}

/** The fields of a new user. */
function PersonFields({ links, person, onChange }: PersonFieldsProps) {
  const { t } = useTranslation();
  const text = (name: 'username' | 'fullName' | 'email', more: { required?: boolean; help?: string }) => (
    <TextField
      fullWidth
      required={more.required ?? false}
      type={name === 'email' ? 'email' : 'text'}
      label={t(`people.${name}`)}
      helperText={more.help}
      value={person[name]}
      onChange={({ target }) => onChange({ ...person, [name]: target.value })}
      slotProps={{
        htmlInput: {
          dir: name === 'fullName' ? 'auto' : 'ltr',
          spellCheck: false,
          autoComplete: 'off',
          ...(name === 'username' && {
            pattern: '[A-Za-z0-9._@\\-]{1,128}',
            title: t('people.username.help'),
          }),
        },
      }}
    />
  );
  return (
    <>
      {links && (
        <RadioGroup
          aria-label={t('people.way')}
          value={person.way}
          onChange={(_event, way) => onChange({ ...person, way: way as NewPerson['way'] })}
        >
          {(['link', 'account'] as const).map((way) => (
            <FormControlLabel key={way} value={way} control={<Radio />} label={t(`people.way.${way}`)} />
          ))}
        </RadioGroup>
      )}
      {person.way === 'account' && text('username', { required: true, help: t('people.username.help') })}
      {person.way === 'account' && text('fullName', { required: true })}
      {text('email', { required: !links })}
      <RoleChoice value={person.role} onChoose={(role) => onChange({ ...person, role })} />
      <GroupsField
        label={t('people.groups')}
        help={t('people.groups.help')}
        fault=""
        value={[...person.groups]}
        onChange={(groups) => onChange({ ...person, groups: groups as string[] })}
      />
    </>
  );
}

/** An initial password: 18 distinguishable letters and digits, about 100 bits. ArcGIS requires a letter and a digit. */
export function firstPassword(): string {
  const characters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
  const chosen = Array.from({ length: 18 }, () => characters[below(characters.length)] ?? 'a').join('');
  return /[a-zA-Z]/.test(chosen) && /\d/.test(chosen) ? chosen : firstPassword();
}

/** A uniformly random integer from 0 up to, but not including, the end. */
function below(end: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 256 - (256 % end) ? byte % end : below(end);
}
