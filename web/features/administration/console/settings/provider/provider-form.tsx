import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { same } from '../../../../../../wire/json.ts';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import {
  type ProviderResponse,
  type ProviderSecrets,
  type ProviderSettings,
  removeProvider,
  saveProvider,
} from '../../../../../portal/accounts/identity-provider.ts';
import { portalKeys } from '../../../../../portal/query-keys.ts';
import { ConfirmDialog } from '../../../../../ui/confirm-dialog.tsx';
import { useUnsavedForm } from '../../unsaved-forms.ts';
import { OpenIdFields } from './openid-fields.tsx';
import { RoleField, type RoleRow, RoleRows } from './role-rows.tsx';
import { SamlFields } from './saml-fields.tsx';

const blank: ProviderSettings = {
  kind: 'openid',
  issuer: '',
  label: '',
  usernameClaim: 'preferred_username',
  roleClaim: '',
  roles: {},
  defaultRole: 'org_user',
  clientId: '',
  scope: 'openid profile email',
  signInUrl: '',
  certificates: '',
  fullNameClaim: '',
  emailClaim: '',
  ownCertificate: '',
  responseSigned: false,
};
const noSecrets: ProviderSecrets = { clientSecret: '', privateKey: '' };

interface Sent {
  settings: ProviderSettings;
  rows: readonly RoleRow[];
  secrets: ProviderSecrets;
}

export function ProviderForm({ answer }: { answer: ProviderResponse }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  const { provider } = answer;
  const [settings, setSettings] = useState<ProviderSettings>({ ...blank, ...provider });
  const [secrets, setSecrets] = useState(noSecrets);
  const [rows, setRows] = useState<readonly RoleRow[]>(() => Object.entries(settings.roles));
  const [saved, setSaved] = useState({ settings, rows });
  const isChanged = !same(settings, saved.settings) || !same(rows, saved.rows) || !same(secrets, noSecrets);
  useUnsavedForm(isChanged);
  const [removing, setRemoving] = useState(false);
  const queryKey = portalKeys(connection).setting('provider');
  const save = useMutation({
    mutationFn: (sent: Sent) => {
      const roles = Object.fromEntries(sent.rows.filter(([value]) => value.trim() !== ''));
      return saveProvider(connection, { ...sent.settings, roles }, sent.secrets);
    },
    onSuccess: async (_answer, sent) => {
      setSaved({ settings: sent.settings, rows: sent.rows });
      // A secret that was typed since then is still to be saved.
      setSecrets((now) => ({
        clientSecret: now.clientSecret === sent.secrets.clientSecret ? '' : now.clientSecret,
        privateKey: now.privateKey === sent.secrets.privateKey ? '' : now.privateKey,
      }));
      await queries.invalidateQueries({ queryKey });
    },
  });
  const remove = useMutation({
    mutationFn: () => removeProvider(connection),
    onSuccess: async () => {
      setSettings(blank);
      setRows([]);
      setSaved({ settings: blank, rows: [] });
      setSecrets(noSecrets);
      await queries.invalidateQueries({ queryKey });
    },
  });
  // Metadata arrive while other fields are typed into.
  const change = (changed: Partial<ProviderSettings>) => setSettings((now) => ({ ...now, ...changed }));
  const chooseKind = (kind: ProviderSettings['kind']) => {
    const usernameClaim = kind === 'openid' ? blank.usernameClaim : '';
    setSettings({ ...blank, usernameClaim, ...(provider?.kind === kind && provider), kind });
    setSecrets(noSecrets);
    // While it runs, its error would be lost.
    if (!save.isPending) save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.reset();
    save.mutate({ settings, rows, secrets });
  };
  const isSaml = settings.kind === 'saml';
  const Fields = isSaml ? SamlFields : OpenIdFields;
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <TextField
        select
        fullWidth
        label={t('administration.provider.kind')}
        value={settings.kind}
        onChange={({ target }) => chooseKind(target.value as ProviderSettings['kind'])}
      >
        <MenuItem value="openid">OpenID Connect</MenuItem>
        <MenuItem value="saml">SAML 2.0</MenuItem>
      </TextField>
      <Fields
        answer={answer}
        settings={settings}
        onChange={change}
        secrets={secrets}
        onSecrets={(changed) => setSecrets((now) => ({ ...now, ...changed }))}
      />
      <RoleRows rows={rows} onChange={setRows} isAttribute={isSaml} />
      <RoleField
        label={t('administration.provider.defaultRole')}
        value={settings.defaultRole}
        orNone
        onChange={(defaultRole) => change({ defaultRole })}
      />
      {(save.error ?? remove.error) && (
        <Alert severity="error">
          <ErrorMessage error={save.error ?? remove.error} />
        </Alert>
      )}
      {save.isSuccess && !isChanged && (
        <Alert severity="success">
          {isSaml ? t('administration.provider.savedSaml') : t('administration.provider.saved')}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={remove.isPending}>
          {t('administration.provider.save')}
        </Button>
        {provider && (
          <Button
            color="error"
            loading={remove.isPending}
            disabled={save.isPending}
            onClick={() => setRemoving(true)}
          >
            {t('administration.provider.remove')}
          </Button>
        )}
      </Box>
      {provider && removing && (
        <ConfirmDialog
          question={t('administration.provider.remove')}
          consequences={[provider.label, provider.issuer].filter(Boolean).join(': ')}
          confirm={t('administration.provider.remove')}
          cancel={t('administration.cancel')}
          onConfirm={() => {
            setRemoving(false);
            save.reset();
            remove.mutate();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </Box>
  );
}
