import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A labelled group of fields, without a frame. */
export function FieldGroup({
  label,
  gap = 1.5,
  children,
}: {
  label: string;
  gap?: number;
  children: ReactNode;
}) {
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap }}
    >
      {children}
    </Box>
  );
}
