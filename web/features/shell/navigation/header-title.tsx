import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../ui/use-screen.ts';
import { Logo } from '../../../ui/logo.tsx';

/**
 * Logo and "Mapping" or "Mapping: {title}", both linking to the organisation's home. Small screens have room only for
 * the title.
 */
export function HeaderTitle({ org, logo, title }: { org: string; logo: string; title: string }) {
  const { t } = useTranslation();
  const phone = usePhone();
  if (phone)
    return (
      <Typography component="span" variant="h3" noWrap dir="auto" sx={{ minWidth: 0, flex: 1 }}>
        {title}
      </Typography>
    );
  const text = title ? t('app.titled', { title }) : t('app.name');
  return (
    <Box component={Link} to={`/${org}`} sx={styles.link}>
      <Logo address={logo} />
      <Tooltip title={text}>
        <Typography component="span" variant="h2" sx={styles.text}>
          {text}
        </Typography>
      </Tooltip>
    </Box>
  );
}

const styles = {
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minWidth: 0,
    color: 'inherit',
    textDecoration: 'none',
    borderRadius: 1,
    paddingInlineEnd: 0.5,
    '& > svg, & > img': { flexShrink: 0 },
  },
  // Two lines on narrow screens, so that the title stays readable.
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: { xs: 2, md: 1 },
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    minWidth: 0,
    fontSize: { xs: '0.9375rem', md: '1.25rem' },
    lineHeight: 1.2,
  },
} as const;
