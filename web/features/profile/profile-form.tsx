import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { updateProfile } from '../../portal/accounts/change-account.ts';
import type { PortalUser } from '../../portal/portal-types.ts';
import { errorText } from '../languages/index.ts';
import { PictureField } from './picture-field.tsx';
import { ProfileChoices } from './profile-choices.tsx';
import { type ProfileDraft, profileOf } from './profile-draft.ts';
import { Section } from './section.tsx';

/** Name, picture, description, tags, language, region, units, and who may see them. */
export function ProfileForm({ user }: { user: PortalUser }) {
  const { t } = useTranslation();
  const { connection, portal } = useApplicationContext();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<ProfileDraft>(() => profileOf(user, portal));
  const save = useMutation({
    mutationFn: () => updateProfile(connection, user.username, draft),
    onSuccess: () => {
      setDraft(({ thumbnail: _kept, ...rest }) => rest);
      return queries.invalidateQueries({ queryKey: ['portal', connection.restUrl] });
    },
  });
  const change = (next: Partial<ProfileDraft>) => {
    save.reset();
    setDraft((before) => ({ ...before, ...next }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const text = (name: 'fullName' | 'email' | 'description' | 'tags', help?: string) => (
    <TextField
      fullWidth
      required={name === 'fullName'}
      multiline={name === 'description'}
      minRows={name === 'description' ? 3 : undefined}
      type={name === 'email' ? 'email' : 'text'}
      label={t(`profile.${name}`)}
      helperText={help}
      value={draft[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      slotProps={{
        htmlInput: {
          dir: name === 'email' ? 'ltr' : 'auto',
          maxLength: name === 'fullName' ? 128 : name === 'email' ? 254 : 10_000,
          ...(name === 'fullName' && { autoComplete: 'name' }),
          ...(name === 'email' && { autoComplete: 'email' }),
        },
      }}
    />
  );
  return (
    <Section title={t('profile.about')} text={t('profile.username', { username: user.username })}>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        <PictureField user={user} chosen={draft.thumbnail} onChoose={(thumbnail) => change({ thumbnail })} />
        {text('fullName')}
        {text('email')}
        {text('description')}
        {text('tags', t('profile.tags.help'))}
        <ProfileChoices draft={draft} onChange={change} />
        {save.error && <Alert severity="error">{errorText(t, save.error)}</Alert>}
        {save.isSuccess && <Alert severity="success">{t('profile.saved')}</Alert>}
        <Button
          type="submit"
          variant="contained"
          loading={save.isPending}
          sx={{ minHeight: 44, justifySelf: 'start' }}
        >
          {t('profile.save')}
        </Button>
      </Box>
    </Section>
  );
}
