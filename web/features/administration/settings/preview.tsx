import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '../field-group.tsx';
import type { AppConfig } from '../../../../wire/app-config.ts';
import { textFor } from '../../../../wire/localized-text.ts';
import { Logo } from '../../../ui/logo.tsx';
import { paletteFor } from '../../../ui/palette.ts';
import { useLanguage } from '../../languages/index.ts';

/** How the header and an action will look, in both themes at once. */
export function Preview({ config }: { config: AppConfig }) {
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
        borderRadius: '12px',
        overflow: 'hidden',
        bgcolor: palette.background.default,
        color: palette.text.primary,
        colorScheme: scheme,
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
