import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useRef } from 'react';
import { radii } from './sizes.ts';
import { useKeepFocus } from './use-keep-focus.ts';

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

/** A framed section of a page with its heading. It gets the focus when the control that had it is removed, and is read with its text. */
export function Section({ title, text, lead, gap = 2, children }: SectionProps) {
  const id = useId();
  const textId = useId();
  const part = useRef<HTMLElement>(null);
  useKeepFocus(part);
  const heading = (
    <Typography variant="h2" id={id}>
      {title}
    </Typography>
  );
  return (
    <Paper
      ref={part}
      component="section"
      tabIndex={-1}
      aria-labelledby={id}
      aria-describedby={text ? textId : undefined}
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
      {text && (
        <Typography id={textId} color="textSecondary">
          {text}
        </Typography>
      )}
      {children}
    </Paper>
  );
}
