import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AppConfig } from '../../../../../wire/app-config.ts';
import { textFor } from '../../../../../wire/localized-text.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useLanguage } from '../../../../i18n/index.ts';
import { loadPortalSetting, type PortalSetting, savePortalSetting } from '../../../../portal/load-portal.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { Logo } from '../../../../ui/logo.tsx';
import { paletteFor } from '../../../../../wire/palette.ts';
import { Section } from '../../../../ui/section.tsx';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { FieldGroup } from '../field-group.tsx';
import { LoadState } from '../load-state.tsx';
import { describeFields, type Field, fieldsByPart, type PartName } from './describe-fields.ts';
import { MailSettings } from './mail-settings.tsx';
import { IdentityProviderSettings } from './provider/provider-settings.tsx';
import { SettingField } from './setting-field.tsx';
import type { Draft } from './use-draft.ts';

/** Every setting of the config in a form generated from its schema, with a preview of the theme beside it. */
export function SettingsPage({ draft }: { draft: Draft }) {
  const parts = useMemo(() => fieldsByPart(describeFields()), []);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ position: { md: 'sticky' }, top: { md: 80 }, order: { md: 2 } }}>
        <Preview config={draft.config} />
      </Box>
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        {parts.map(({ part, fields }) => (
          <Part key={part} part={part} fields={fields} draft={draft} />
        ))}
        <SignInSettings />
      </Box>
    </Box>
  );
}

function Part({ part, fields, draft }: { part: PartName; fields: Field[]; draft: Draft }) {
  const { t } = useTranslation();
  return (
    <Section title={t(`administration.part.${part}`)} gap={3}>
      {fields.map((field) => (
        <SettingField key={field.path} field={field} draft={draft} />
      ))}
      {part === 'portal' && (
        <div>
          <Typography color="textSecondary">{t('administration.portal.inSettings')}</Typography>
          <Button component={Link} to="?page=portal" sx={{ minHeight: sizes.touch, mx: -1 }}>
            {t('administration.portal.open')}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** A preview of the header and a button, in both themes at once. */
function Preview({ config }: { config: AppConfig }) {
  const { t } = useTranslation();
  return (
    <FieldGroup label={t('administration.preview')}>
      <Typography color="textSecondary">{t('administration.preview')}</Typography>
      <Sheet scheme="light" config={config} />
      <Sheet scheme="dark" config={config} />
    </FieldGroup>
  );
}

function Sheet({ scheme, config }: { scheme: 'light' | 'dark'; config: AppConfig }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { primary } = config.theme;
  const valid = /^#[0-9a-f]{6}$/i.test(primary);
  const palette = paletteFor(scheme, valid ? primary : '#78A942');
  const title = config.title ? t('app.titled', { title: config.title }) : t('app.name');
  return (
    <Box
      sx={{
        border: `1px solid ${palette.divider}`,
        borderRadius: radii.card,
        overflow: 'hidden',
        bgcolor: palette.background.default,
        color: palette.text.primary,
        colorScheme: scheme,
        // It shows colours.
        forcedColorAdjust: 'none',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 1.5,
          height: 56,
          bgcolor: palette.background.paper,
          borderBottom: `1px solid ${palette.divider}`,
        }}
      >
        <Box sx={{ flexShrink: 0 }}>
          <Logo address={config.portal.customLogo} />
        </Box>
        <Typography noWrap variant="h3" component="div">
          {title}
        </Typography>
      </Box>
      <Box sx={{ p: 1.5, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <Typography
          variant="body2"
          sx={{
            color: palette.text.secondary,
            display: '-webkit-box',
            WebkitLineClamp: 3,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
          }}
        >
          {textFor(config.welcome, language)}
        </Typography>
        <Box
          sx={{
            bgcolor: palette.primary.main,
            color: palette.primary.contrastText,
            borderRadius: 1,
            px: 2,
            py: 0.75,
            fontWeight: 500,
          }}
        >
          {t('home.newMap')}
        </Box>
        <Box sx={{ color: palette.primary.readable }}>{t('home.openGallery')}</Box>
      </Box>
    </Box>
  );
}

/**
 * How the portal signs members in: by two steps, at an identity provider, whether legacy applications can,
 * and its mail.
 */
export function SignInSettings() {
  return (
    <>
      <PortalSwitch setting="requireSecondFactor" words="requireTwoStep" />
      <PortalSwitch setting="nativeApps" words="devices" />
      <PortalSwitch setting="implicitGrant" words="oldApplications" />
      <IdentityProviderSettings />
      <MailSettings />
    </>
  );
}

/**
 * A setting of the portal rather than of the configuration, so it is saved at once; shown only where the
 * portal supports it and the user may change it.
 */
function PortalSwitch(props: {
  setting: PortalSetting;
  words: 'requireTwoStep' | 'devices' | 'oldApplications';
}) {
  const { setting, words } = props;
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const queries = useQueryClient();
  const helpId = useId();
  const offered =
    portal?.[setting] !== undefined && user?.privileges.includes('portal:admin:manageSecurity') === true;
  const queryKey = portalKeys(connection).setting(setting);
  const allowed = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadPortalSetting(connection, setting, signal),
    enabled: offered,
  });
  const change = useMutation({
    mutationFn: (next: boolean) => savePortalSetting(connection, setting, next),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (!offered) return null;
  return (
    <Section title={t(`administration.${words}`)}>
      <LoadState query={allowed}>
        {(on) => (
          <div>
            <FormControlLabel
              sx={{ minHeight: sizes.touch }}
              control={
                <Switch
                  checked={change.isPending ? change.variables : on}
                  disabled={change.isPending}
                  onChange={(_event, next) => change.mutate(next)}
                  slotProps={{ input: { 'aria-describedby': helpId } }}
                />
              }
              label={t(`administration.${words}.allow`)}
            />
            <FormHelperText id={helpId} sx={{ mt: 0 }}>
              {t(`administration.${words}.help`)}
            </FormHelperText>
          </div>
        )}
      </LoadState>
      {change.error && (
        <Alert severity="error">
          <ErrorMessage error={change.error} />
        </Alert>
      )}
    </Section>
  );
}
