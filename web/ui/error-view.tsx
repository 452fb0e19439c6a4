import SentimentVeryDissatisfied from '@mui/icons-material/SentimentVeryDissatisfied';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A page or view that failed: a sad face, what happened, and ways out. */
export function ErrorView({
  message,
  detail,
  children,
}: {
  message: string;
  /** What to do. */
  detail?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Box
      role="alert"
      sx={{
        display: 'grid',
        placeItems: 'center',
        alignContent: 'center',
        gap: 2,
        p: 3,
        minHeight: '60dvh',
        textAlign: 'center',
      }}
    >
      <SentimentVeryDissatisfied aria-hidden sx={{ fontSize: 72, color: 'text.secondary' }} />
      <Typography variant="h2" component="h1" sx={{ maxWidth: 560, overflowWrap: 'anywhere' }}>
        {message}
      </Typography>
      {detail && (
        <Typography color="textSecondary" sx={{ maxWidth: 560 }}>
          {detail}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>{children}</Box>
    </Box>
  );
}
