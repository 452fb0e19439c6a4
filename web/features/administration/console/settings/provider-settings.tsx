import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { errorText } from '../../../../i18n/index.ts';
import {
  loadProvider,
  type ProviderAnswer,
  type ProviderSettings,
  removeProvider,
  saveProvider,
} from '../../../../portal/accounts/identity-provider.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { LoadState } from '../load-state.tsx';

/** The organisation's OpenID Connect provider, where the portal supports one and the user may change it. */
export function IdentityProviderSettings() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const headingId = useId();
  const offered =
    portal?.requireSecondFactor !== undefined &&
    user?.privileges.includes('portal:admin:manageSecurity') === true;
  const stored = useQuery({
    queryKey: portalKeys(connection).setting('provider'),
    queryFn: ({ signal }) => loadProvider(connection, signal),
    enabled: offered,
  });
  if (!offered) return null;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      sx={{ p: { xs: 2, sm: 3 }, borderRadius: radii.card, display: 'grid', gap: 2, minWidth: 0 }}
    >
      <Typography id={headingId} variant="h2">
        {t('administration.provider')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('administration.provider.help')}
      </Typography>
      <LoadState query={stored}>{(answer) => <ProviderForm answer={answer} />}</LoadState>
    </Paper>
  );
}

const blank: ProviderSettings = {
  issuer: '',
  clientId: '',
  label: '',
  scope: 'openid profile email',
  usernameClaim: 'preferred_username',
  roleClaim: '',
  roles: {},
  defaultRole: 'org_user',
};

function ProviderForm({ answer: { provider, redirectUri } }: { answer: ProviderAnswer }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  const [settings, setSettings] = useState(provider ?? blank);
  const [secret, setSecret] = useState('');
  const [rows, setRows] = useState<readonly RoleRow[]>(() => Object.entries(settings.roles));
  const queryKey = portalKeys(connection).setting('provider');
  const save = useMutation({
    mutationFn: () => {
      const roles = Object.fromEntries(rows.filter(([value]) => value.trim() !== ''));
      return saveProvider(connection, { ...settings, roles }, secret);
    },
    onSuccess: async () => {
      setSecret('');
      await queries.invalidateQueries({ queryKey });
    },
  });
  const remove = useMutation({
    mutationFn: () => removeProvider(connection),
    onSuccess: async () => {
      setSettings(blank);
      setRows([]);
      setSecret('');
      save.reset();
      await queries.invalidateQueries({ queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  // A stored secret belongs to its issuer and client.
  const stored = provider?.issuer === settings.issuer && provider.clientId === settings.clientId;
  const field = (name: TextSetting, required: boolean, type: 'url' | 'text' = 'text') => (
    <TextField
      fullWidth
      required={required}
      type={type}
      label={t(`administration.provider.${name}`)}
      helperText={t(`administration.provider.${name}.help`)}
      value={settings[name]}
      onChange={({ target }) => setSettings({ ...settings, [name]: target.value })}
      slotProps={{
        htmlInput: { dir: name === 'label' ? 'auto' : 'ltr', spellCheck: false, autoComplete: 'off' },
      }}
    />
  );
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <CopyField
        label={t('administration.provider.redirectUri')}
        value={redirectUri}
        copy={t('administration.provider.copy')}
        copied={t('administration.provider.copied')}
        copyFailed={t('administration.provider.copyFailed')}
      />
      {field('issuer', true, 'url')}
      {field('clientId', true)}
      <TextField
        fullWidth
        required={!stored}
        type="password"
        label={t('administration.provider.clientSecret')}
        helperText={stored ? t('administration.provider.clientSecret.stored') : undefined}
        value={secret}
        onChange={({ target }) => setSecret(target.value)}
        slotProps={{ htmlInput: { dir: 'ltr', autoComplete: 'off' } }}
      />
      {field('label', true)}
      {field('scope', true)}
      {field('usernameClaim', false)}
      {field('roleClaim', false)}
      <RoleRows rows={rows} onChange={setRows} />
      <RoleField
        label={t('administration.provider.defaultRole')}
        value={settings.defaultRole}
        orNone
        onChange={(defaultRole) => setSettings({ ...settings, defaultRole })}
      />
      {(save.error ?? remove.error) && (
        <Alert severity="error">{errorText(t, save.error ?? remove.error)}</Alert>
      )}
      {save.isSuccess && <Alert severity="success">{t('administration.provider.saved')}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" loading={save.isPending}>
          {t('administration.provider.save')}
        </Button>
        {provider && (
          <Button color="error" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('administration.provider.remove')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

type TextSetting = 'issuer' | 'clientId' | 'label' | 'scope' | 'usernameClaim' | 'roleClaim';

/** A value of the role claim, and its role. */
type RoleRow = readonly [value: string, role: string];

interface RoleRowsProps {
  rows: readonly RoleRow[];
  onChange: (rows: RoleRow[]) => void;
}

/** A role for each value of the role claim. */
function RoleRows({ rows, onChange }: RoleRowsProps) {
  const { t } = useTranslation();
  const replace = (index: number, row: RoleRow) => onChange(rows.with(index, row));
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {rows.map(([value, role], index) => (
        <Box key={index} sx={{ display: 'flex', gap: 1, width: '100%', alignItems: 'start' }}>
          <TextField
            fullWidth
            label={t('administration.provider.roleValue')}
            value={value}
            onChange={({ target }) => replace(index, [target.value, role])}
            slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, autoComplete: 'off' } }}
          />
          <RoleField
            label={t('people.role')}
            value={role}
            onChange={(next) => replace(index, [value, next])}
          />
          <IconButton
            aria-label={t('administration.provider.removeRole', { value })}
            onClick={() => onChange(rows.toSpliced(index, 1))}
            sx={{ width: sizes.touch, height: sizes.touch, mt: 0.75 }}
          >
            <DeleteOutlined />
          </IconButton>
        </Box>
      ))}
      <Button startIcon={<Add />} onClick={() => onChange([...rows, ['', 'org_user']])}>
        {t('administration.provider.addRole')}
      </Button>
    </Box>
  );
}

interface RoleFieldProps {
  label: string;
  value: string;
  orNone?: boolean;
  onChange: (role: string) => void;
}

function RoleField({ label, value, orNone = false, onChange }: RoleFieldProps) {
  const { t } = useTranslation();
  const roles = ['org_user', 'org_publisher', 'org_admin'] as const;
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {orNone && <MenuItem value="">{t('administration.provider.noAccess')}</MenuItem>}
      {roles.map((role) => (
        <MenuItem key={role} value={role}>
          {t(`people.role.${role}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
