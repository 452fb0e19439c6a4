import { useTranslation } from 'react-i18next';
import { AddressField, type KindFieldsProps, SettingField } from './setting-field.tsx';

/** Settings of an OpenID Connect provider. */
export function OpenIdFields({ answer, settings, onChange, secrets, onSecrets }: KindFieldsProps) {
  const { t } = useTranslation();
  const { provider, redirectUri } = answer;
  // A stored secret belongs to its issuer and client.
  const stored = provider?.issuer === settings.issuer && provider.clientId === settings.clientId;
  const field = (name: TextSetting, required: boolean) => (
    <SettingField
      label={t(`administration.provider.${name}`)}
      help={t(`administration.provider.${name}.help`)}
      value={settings[name]}
      required={required}
      type={name === 'issuer' ? 'url' : 'text'}
      dir={name === 'label' ? 'auto' : 'ltr'}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <AddressField label={t('administration.provider.redirectUri')} value={redirectUri} />
      {field('issuer', true)}
      {field('clientId', true)}
      <SettingField
        label={t('administration.provider.clientSecret')}
        help={stored ? t('administration.provider.secret.stored') : undefined}
        required={!stored}
        type="password"
        value={secrets.clientSecret}
        onChange={(clientSecret) => onSecrets({ clientSecret })}
      />
      {field('label', true)}
      {field('scope', true)}
      {field('usernameClaim', false)}
      {field('roleClaim', false)}
    </>
  );
}

type TextSetting = 'issuer' | 'clientId' | 'label' | 'scope' | 'usernameClaim' | 'roleClaim';
