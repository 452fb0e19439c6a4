import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProviderMetadata } from '../../../../../portal/accounts/identity-provider.ts';
import { MetadataReader } from './metadata-reader.tsx';
import { sizes } from '../../../../../ui/sizes.ts';
import { AddressField, type KindFieldsProps, SettingField } from './setting-field.tsx';

/** Settings of a SAML 2.0 provider. */
export function SamlFields({ answer, settings, onChange, secrets, onSecrets }: KindFieldsProps) {
  const { t } = useTranslation();
  const [wantsSigned, setWantsSigned] = useState(false);
  const helpId = useId();
  const { provider, entityId, consumerUrl } = answer;
  const hasOwn = settings.ownCertificate.trim() !== '';
  // A stored private key belongs to its certificate.
  const stored = hasOwn && provider?.ownCertificate === settings.ownCertificate;
  const field = (name: TextSetting, { required = false, lines = 1 } = {}) => (
    <SettingField
      label={t(`administration.provider.saml.${name}`)}
      help={t(`administration.provider.saml.${name}.help`)}
      value={settings[name]}
      required={required}
      lines={lines}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const take = ({ wantsSignedRequests, ...read }: ProviderMetadata) => {
    setWantsSigned(wantsSignedRequests);
    onChange(read);
  };
  return (
    <>
      <AddressField label={t('administration.provider.saml.entityId')} value={entityId} />
      <AddressField label={t('administration.provider.saml.consumerUrl')} value={consumerUrl} />
      <MetadataReader onRead={take} />
      {field('issuer', { required: true })}
      {field('signInUrl', { required: true })}
      {field('certificates', { required: true, lines: 4 })}
      <div>
        <FormControlLabel
          sx={{ minHeight: sizes.touch }}
          control={
            <Switch
              checked={settings.responseSigned}
              onChange={(_event, responseSigned) => onChange({ responseSigned })}
              slotProps={{ input: { 'aria-describedby': helpId } }}
            />
          }
          label={t('administration.provider.saml.responseSigned')}
        />
        <FormHelperText id={helpId} sx={{ mt: 0 }}>
          {t('administration.provider.saml.responseSigned.help')}
        </FormHelperText>
      </div>
      <SettingField
        label={t('administration.provider.label')}
        help={t('administration.provider.label.help')}
        value={settings.label}
        required
        dir="auto"
        onChange={(label) => onChange({ label })}
      />
      {field('usernameClaim')}
      {field('fullNameClaim')}
      {field('emailClaim')}
      {field('roleClaim')}
      {wantsSigned && !hasOwn && (
        <Alert severity="warning">{t('administration.provider.saml.wantsSigned')}</Alert>
      )}
      {field('ownCertificate', { lines: 2 })}
      {hasOwn && (
        <SettingField
          label={t('administration.provider.saml.privateKey')}
          help={stored ? t('administration.provider.secret.stored') : undefined}
          required={!stored}
          lines={2}
          value={secrets.privateKey}
          onChange={(privateKey) => onSecrets({ privateKey })}
        />
      )}
    </>
  );
}

type TextSetting =
  | 'issuer'
  | 'signInUrl'
  | 'certificates'
  | 'usernameClaim'
  | 'fullNameClaim'
  | 'emailClaim'
  | 'roleClaim'
  | 'ownCertificate';
