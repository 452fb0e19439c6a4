import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import { radii } from './sizes.ts';

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
          <Alert severity="error" sx={{ width: '100%' }}>
            {error}
          </Alert>
        )}
        {children}
      </Paper>
    </Box>
  );
}
