import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { radii } from '../../../ui/sizes.ts';

/** A section of the page with its title and a one-line description. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      variant="outlined"
      sx={{ p: { xs: 2, sm: 3 }, borderRadius: radii.card, display: 'grid', gap: 2, minWidth: 0 }}
    >
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      {text && <Typography color="textSecondary">{text}</Typography>}
      {children}
    </Paper>
  );
}
