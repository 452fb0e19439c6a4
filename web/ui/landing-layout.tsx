import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import { radii, textSizes } from './sizes.ts';

export interface LandingLayoutProps {
  /** URL of the organisation's logo; empty shows the default icon. */
  logo: string;
  /** The product's name. */
  title: string;
  /** Shown as an error alert. */
  error?: string | undefined;
  /** Further content below the alert. */
  children?: ReactNode;
}

/** The page while there is no organisation to show: logo and name, with the error if there is one. */
export function LandingLayout({ logo, title, error, children }: LandingLayoutProps) {
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper
        variant="outlined"
        sx={{
          width: '100%',
          maxWidth: 440,
          p: { xs: 3, sm: 4 },
          borderRadius: radii.card,
          display: 'grid',
          gap: 3,
          justifyItems: 'start',
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <Logo address={logo} />
          <Typography variant="h1">{title}</Typography>
        </Box>
        {error && (
          <Box role="alert" sx={styles.error}>
            <ErrorOutline aria-hidden />
            <Box sx={{ py: 1, minWidth: 0 }}>{error}</Box>
          </Box>
        )}
        {children}
      </Paper>
    </Box>
  );
}

/** Looks like an alert of the library, which other pages load. */
const styles = {
  error: {
    width: '100%',
    display: 'flex',
    gap: 1.5,
    px: 2,
    py: 0.75,
    borderRadius: 1,
    color: 'Alert.errorColor',
    backgroundColor: 'Alert.errorStandardBg',
    fontSize: textSizes.normal,
    overflowWrap: 'anywhere',
    '& > svg': {
      fontSize: 22,
      py: '7px',
      boxSizing: 'content-box',
      color: 'Alert.errorIconColor',
      flexShrink: 0,
    },
  },
} as const;
