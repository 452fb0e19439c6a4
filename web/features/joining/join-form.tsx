import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { acceptLink, type LinkOffer } from '../../portal/accounts/account-links.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { errorText } from '../languages/index.ts';

interface JoinFormProps {
  offer: LinkOffer;
  secret: string;
  onDone: (username: string) => void;
}

/** Username, name and password of a new account; of one that is there, its new password alone. */
export function JoinForm({ offer, secret, onDone }: JoinFormProps) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
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
      {/* Password managers keep the password under it. */}
      {offer.username && <input type="text" autoComplete="username" value={offer.username} readOnly hidden />}
      <PasswordField
        label={t('join.password')}
        help={t('join.password.help')}
        show={t('join.password.show')}
        value={chosen.password}
        onChange={(password) => setChosen({ ...chosen, password })}
        isNew
      />
      {accept.error && <Alert severity="error">{errorText(t, accept.error)}</Alert>}
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
