import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { MouseEvent, ReactNode } from 'react';
import { sizes } from './sizes.ts';

export interface TouchButtonProps {
  label: string;
  /** For buttons that switch something on and off. */
  pressed?: boolean;
  disabled?: boolean;
  /** Where the name is shown. */
  placement?: 'top' | 'bottom';
  onClick: (event: MouseEvent<HTMLElement>) => void;
  /** An icon. */
  children: ReactNode;
}

/** An icon of the size of a finger, with its name as a tooltip. */
export function TouchButton({
  label,
  pressed,
  disabled = false,
  placement = 'bottom',
  onClick,
  children,
}: TouchButtonProps) {
  return (
    <Tooltip title={label} placement={placement} disableInteractive>
      {/* A disabled button has no events of its own for the tooltip. */}
      <span>
        <IconButton
          aria-label={label}
          aria-pressed={pressed}
          disabled={disabled}
          onClick={onClick}
          sx={{ width: sizes.touch, height: sizes.touch, ...(pressed && { color: 'primary.readable' }) }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
