import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { radii, sizes } from '../../../../ui/sizes.ts';

export interface BarButtonProps {
  /** Its label, for the tooltip and screen readers. */
  label: string;
  /** For a toggle: whether it is on. */
  pressed?: boolean;
  onClick?: () => void;
  /** Makes it a link to another window. */
  href?: string;
  /** A tooltip position that covers no neighbours. */
  tooltipAt?: 'bottom' | 'left';
  children: ReactNode;
}

/** A toolbar icon, large enough for touch. */
export function BarButton({ label, pressed, onClick, href, tooltipAt = 'bottom', children }: BarButtonProps) {
  return (
    <Tooltip title={label} placement={tooltipAt} disableInteractive>
      <IconButton
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
        {...(href && { href, target: '_blank', rel: 'noopener noreferrer' })}
        sx={{ ...styles.button, ...(pressed && styles.pressed) }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}

const styles = {
  button: {
    width: sizes.touch,
    height: sizes.touch,
    flexShrink: 0,
    borderRadius: radii.control,
    color: 'text.secondary',
    '& svg': { fontSize: 20 },
  },
  pressed: {
    color: 'primary.readable',
    backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 18%, transparent)',
  },
} as const;
