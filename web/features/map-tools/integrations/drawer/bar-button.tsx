import AddLocation from '@mui/icons-material/AddLocationAltOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../../store.ts';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { useHub } from '../host/hub.ts';

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

/**
 * The pin tool: when pressed, a click on the map chooses a location; otherwise it identifies features. On the map and
 * in each integration's toolbar.
 */
export function PinButton({ tooltipAt = 'bottom' }: { tooltipAt?: 'bottom' | 'left' }) {
  const { t } = useTranslation();
  const hub = useHub();
  const pressed = useStore(hub.pin) !== 'off';
  return (
    <BarButton
      tooltipAt={tooltipAt}
      label={t('integration.pin')}
      pressed={pressed}
      onClick={() => hub.pin.set(pressed ? 'off' : 'on')}
    >
      <AddLocation />
    </BarButton>
  );
}
