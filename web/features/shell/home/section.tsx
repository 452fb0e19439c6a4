import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

export interface SectionProps {
  title: string;
  hint?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A section of the home page with its heading. */
export function Section({ title, hint, action, children }: SectionProps) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={headingId} variant="h2">
            {title}
          </Typography>
          {hint && <Typography color="textSecondary">{hint}</Typography>}
        </Box>
        <Box sx={{ marginInlineEnd: -1, flexShrink: 0 }}>{action}</Box>
      </Box>
      {children}
    </Box>
  );
}
