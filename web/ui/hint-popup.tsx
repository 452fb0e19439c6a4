import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';

export interface HintPopupProps {
  /** The control that it describes. */
  anchor: HTMLElement;
  title: ReactNode;
  open: boolean;
  /** The pointer is over the hint itself, which stays open meanwhile. */
  onEnter: () => void;
  onLeave: () => void;
}

/** The tooltip of a control that was drawn before the component for it was loaded. */
export function HintPopup({ anchor, title, open, onEnter, onLeave }: HintPopupProps) {
  return (
    <Tooltip
      open={open}
      title={title}
      slotProps={{ popper: { anchorEl: anchor, onPointerEnter: onEnter, onPointerLeave: onLeave } }}
    >
      <span hidden />
    </Tooltip>
  );
}
