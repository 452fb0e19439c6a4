import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { same } from '../../../../wire/json.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useUnsavedChanges } from '../../../context/unsaved-changes.ts';
import { type ProfileChange, updateProfile } from '../../../portal/accounts/accounts.ts';
import { loadRegions } from '../../../portal/load-portal.ts';
import type { PortalUser, Portal } from '../../../portal/portal-types.ts';
import { userThumbnail } from '../../../portal/thumbnails.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { isLanguage, nameOfCode, nativeName, offeredLanguages, useLanguage } from '../../../i18n/index.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { initials } from '../../../ui/initials.ts';
import { Section } from '../../../ui/section.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { TagsField } from '../../../ui/tags-field.tsx';
import { useObjectUrl } from '../../../ui/use-object-url.ts';

/** Name, picture, description, tags, language, region, units, and visibility. */
export function ProfileForm({ user }: { user: PortalUser }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<ProfileDraft>(() => profileOf(user, portal));
  const [saved, setSaved] = useState(draft);
  const save = useMutation({
    mutationFn: (sent: ProfileDraft) => updateProfile(connection, user.username, sent),
    onSuccess: (_answer, sent) => {
      setSaved(withoutPicture(sent));
      // A picture that was chosen since then is still to be saved.
      setDraft((now) => (now.thumbnail === sent.thumbnail ? withoutPicture(now) : now));
      return queries.invalidateQueries({ queryKey: portalKeys(connection).all });
    },
  });
  const isChanged = draft.thumbnail !== undefined || !same(draft, saved);
  const blocker = useUnsavedChanges({ isChanged });
  const change = (next: Partial<ProfileDraft>) => {
    // While it runs, its error would be lost.
    if (!save.isPending) save.reset();
    setDraft((before) => ({ ...before, ...next }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  const text = (name: 'fullName' | 'email' | 'description') => (
    <TextField
      fullWidth
      required={name === 'fullName'}
      multiline={name === 'description'}
      minRows={name === 'description' ? 3 : undefined}
      type={name === 'email' ? 'email' : 'text'}
      label={t(`profile.${name}`)}
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
        <TagsField
          label={t('profile.tags')}
          help={t('saving.tags.how')}
          value={draft.tags.split(/, ?/).filter(Boolean)}
          onChange={(tags) => change({ tags: tags.join(', ') })}
        />
        <ProfileChoices draft={draft} onChange={change} />
        {save.error && (
          <Alert severity="error">
            <ErrorMessage error={save.error} />
          </Alert>
        )}
        {save.isSuccess && !isChanged && <Alert severity="success">{t('profile.saved')}</Alert>}
        <Button
          type="submit"
          variant="contained"
          loading={save.isPending}
          sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
        >
          {t('profile.save')}
        </Button>
      </Box>
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          question={t('saving.leave.title')}
          consequences={t('content.discard.sure')}
          confirm={t('saving.leave.discard')}
          cancel={t('saving.leave.stay')}
          onConfirm={() => blocker.proceed()}
          onClose={() => blocker.reset()}
        />
      )}
    </Section>
  );
}

interface PictureFieldProps {
  user: PortalUser;
  /** A new picture; null: removed; undefined: unchanged. */
  chosen: File | null | undefined;
  onChoose: (picture: File | null) => void;
}

/** A preview of the user's picture. */
function PictureField({ user, chosen, onChoose }: PictureFieldProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const preview = useObjectUrl(chosen);
  const kept = chosen === null ? undefined : userThumbnail(connection, user);
  const shown = preview ?? kept;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Avatar
        src={shown}
        alt=""
        sx={{ width: 72, height: 72, fontSize: 28, bgcolor: 'primary.main', color: 'primary.contrastText' }}
      >
        {initials(user.fullName)}
      </Avatar>
      <FileButton
        label={t('profile.picture.choose')}
        variant="outlined"
        accept="image/png,image/jpeg,image/gif"
        onChoose={([file]) => file && onChoose(file)}
      />
      {shown && (
        <Button onClick={() => onChoose(null)} sx={{ minHeight: sizes.touch }}>
          {t('profile.picture.remove')}
        </Button>
      )}
    </Box>
  );
}

interface ProfileChoicesProps {
  draft: ProfileDraft;
  onChange: (next: Partial<ProfileDraft>) => void;
}

/** Language, region, units, and visibility of the profile. */
function ProfileChoices({ draft, onChange }: ProfileChoicesProps) {
  const { t } = useTranslation();
  const { config, connection } = useConfiguration();
  const { language } = useLanguage();
  const regions = useQuery({
    queryKey: portalKeys(connection).regions(language),
    queryFn: ({ signal }) => loadRegions(connection, language, signal),
    staleTime: Infinity,
  });
  const { region } = draft;
  const known = regions.data ?? [];
  // A value set elsewhere is kept, even while the portal's regions are not loaded.
  const codes: [string, string][] = known.map((one) => [one.region, one.localizedName || one.name]);
  if (!known.some((one) => one.region === region)) codes.unshift([region, regionName(region, language)]);
  const languages = offeredLanguages(config.languages);
  // The portal may know a language that this organisation does not offer.
  const cultures = [...new Set([draft.culture, ...languages].filter(Boolean))];
  const choice = (
    name: 'culture' | 'region' | 'units' | 'access',
    options: readonly (readonly [string, string])[],
  ) => (
    <TextField
      select
      fullWidth
      label={t(`profile.${name}`)}
      value={draft[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
    >
      {options.map(([value, words]) => (
        <MenuItem key={value} value={value}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)' } }}>
      {choice(
        'culture',
        cultures.map((each) => [each, nameOf(each)] as const),
      )}
      {choice('region', codes)}
      {choice(
        'units',
        (['metric', 'english'] as const).map((each) => [each, t(`profile.units.${each}`)] as const),
      )}
      {choice(
        'access',
        (['private', 'org', 'public'] as const).map((each) => [each, t(`map.access.${each}`)] as const),
      )}
    </Box>
  );
}

/** A language's native name, including languages without translations here. */
function nameOf(tag: string): string {
  return isLanguage(tag) ? nativeName(tag) : (nameOfCode(tag, 'language', tag) ?? tag);
}

/** The name of a region; a dash for none. Portals call the world `WO`, and Unicode `001`. */
function regionName(region: string, language: string): string {
  const code = region === 'WO' ? '001' : region;
  return code === '' ? '–' : (nameOfCode(code, 'region', language) ?? code);
}

/** The profile's form values. */
type ProfileDraft = ProfileChange;

/** A picture is saved once. */
function withoutPicture({ thumbnail: _saved, ...rest }: ProfileDraft): ProfileDraft {
  return rest;
}

/** Fields that a user has not set default to those of the portal. */
function profileOf(user: PortalUser, portal: Portal | undefined): ProfileDraft {
  return {
    fullName: user.fullName,
    email: user.email ?? '',
    description: user.description ?? '',
    tags: (user.tags ?? []).join(', '),
    access: user.access ?? 'org',
    culture: user.culture ?? '',
    region: user.region ?? portal?.region ?? '',
    units: user.units ?? portal?.units ?? 'metric',
  };
}
