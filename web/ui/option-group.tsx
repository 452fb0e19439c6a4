import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface OptionGroupProps {
  /** Its heading; empty for none. */
  group: string;
  /** The options, as list items. */
  children?: ReactNode;
}

/**
 * Options with a common heading in a list box. The default of Material UI puts lists into the list box, whose
 * options screen readers then don't count as its own.
 */
export function OptionGroup({ group, children }: OptionGroupProps) {
  return (
    <Box component="li" role="presentation">
      {group && (
        // The name of the group is read with its options.
        <Typography
          aria-hidden
          variant="caption"
          color="textSecondary"
          sx={{ display: 'block', px: 2, pt: 1 }}
        >
          {group}
        </Typography>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- within a list box, only this role may hold options */}
      <Box component="ul" role="group" aria-label={group || undefined} sx={{ p: 0 }}>
        {children}
      </Box>
    </Box>
  );
}
