import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** A part of an item's details, below its heading. */
export function Part({
  title,
  gap = 0.5,
  children,
}: {
  title: string;
  /** Space between what it holds; more for forms and lists. */
  gap?: number;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap }}
    >
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      {children}
    </Box>
  );
}
