import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { sizes } from './sizes.ts';

/** Maps that are too low for buttons one above the other. */
export const controlsInLowMaps = '@container map (max-height: 285px)';

/** A few buttons over the map that belong together. */
export function ControlGroup({ children }: { children: ReactNode }) {
  return (
    <Paper
      variant="outlined"
      sx={{
        display: 'grid',
        overflow: 'hidden',
        boxShadow: '0 1px 4px rgb(0 0 0 / 10%)',
        [controlsInLowMaps]: { gridAutoFlow: 'column' },
      }}
    >
      {children}
    </Paper>
  );
}

interface ControlButtonProps {
  /** Its label, for the tooltip and screen readers. */
  label: string;
  disabled?: boolean;
  /** Whether what it opens is open; undefined if it opens nothing. */
  expanded?: boolean;
  /** The key that does the same, as `aria-keyshortcuts` names it. */
  keys?: string;
  onClick: () => void;
  children: ReactNode;
}

/** A button over the map, large enough for touch. */
export function ControlButton({
  label,
  disabled = false,
  expanded,
  keys,
  onClick,
  children,
}: ControlButtonProps) {
  return (
    <Tooltip title={label} placement="left">
      {/* A disabled button has no events of its own for the tooltip. */}
      <span>
        <IconButton
          aria-label={label}
          aria-expanded={expanded}
          aria-keyshortcuts={keys}
          disabled={disabled}
          onClick={onClick}
          sx={expanded ? { ...styles.button, ...styles.open } : styles.button}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

const styles = {
  button: {
    width: sizes.touch,
    height: sizes.touch,
    borderRadius: 0,
    color: 'text.primary',
    '& svg': { fontSize: 22 },
  },
  open: {
    color: 'primary.readable',
    backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 18%, transparent)',
    '&:hover': { backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 26%, transparent)' },
  },
} as const;
