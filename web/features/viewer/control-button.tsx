import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';

/** A few buttons over the map that belong together. */
export function ControlGroup({ children }: { children: ReactNode }) {
  return (
    <Paper
      variant="outlined"
      sx={{ display: 'grid', overflow: 'hidden', boxShadow: '0 1px 4px rgb(0 0 0 / 10%)' }}
    >
      {children}
    </Paper>
  );
}

export interface ControlButtonProps {
  /** What it does; shown as a tooltip and said to screen readers. */
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button over the map, big enough for a finger. */
export function ControlButton({ label, disabled = false, onClick, children }: ControlButtonProps) {
  return (
    <Tooltip title={label} placement="left">
      {/* A disabled button has no events of its own for the tooltip. */}
      <span>
        <IconButton aria-label={label} disabled={disabled} onClick={onClick} sx={styles.button}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

const styles = {
  button: { width: 44, height: 44, borderRadius: 0, color: 'text.primary', '& svg': { fontSize: 22 } },
} as const;
