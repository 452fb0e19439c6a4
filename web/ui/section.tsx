import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { radii } from './sizes.ts';

interface SectionProps {
  title: string;
  /** A description of one line. */
  text?: string;
  /** Before the title, such as a number. */
  lead?: ReactNode;
  /** Space between its contents; more for fields. */
  gap?: number;
  children: ReactNode;
}

/** A framed section of a page with its heading. */
export function Section({ title, text, lead, gap = 2, children }: SectionProps) {
  const id = useId();
  const heading = (
    <Typography variant="h2" id={id}>
      {title}
    </Typography>
  );
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      variant="outlined"
      sx={{ p: { xs: 2, sm: 3 }, borderRadius: radii.card, display: 'grid', gap, minWidth: 0 }}
    >
      {lead ? (
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          {lead}
          {heading}
        </Box>
      ) : (
        heading
      )}
      {text && <Typography color="textSecondary">{text}</Typography>}
      {children}
    </Paper>
  );
}
