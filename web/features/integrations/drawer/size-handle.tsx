import Box from '@mui/material/Box';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type DrawerSize, sizeBounds } from './use-drawer-size.ts';

export interface SizeHandleProps {
  /** Beside the map its width is changed; as a sheet on phones its height. */
  part: keyof DrawerSize;
  value: number;
  onChange: (part: keyof DrawerSize, to: number) => void;
}

/** Arrow keys that make the drawer larger and smaller. */
const keys: Readonly<Record<string, number>> = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 };

/** The edge of the drawer: drag it, or use the arrow keys. */
export function SizeHandle({ part, value, onChange }: SizeHandleProps) {
  const { t } = useTranslation();
  const start = useRef<{ at: number; value: number }>(undefined);
  const sheet = part === 'sheet';
  const way = () => (!sheet && document.documentElement.dir === 'rtl' ? -1 : 1);
  const grab = (event: PointerEvent) => {
    // Captured, so that the frames beside do not swallow the movement.
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { at: sheet ? event.clientY : event.clientX, value };
  };
  const drag = (event: PointerEvent) => {
    const from = start.current;
    if (!from) return;
    if (sheet) onChange('sheet', from.value + ((from.at - event.clientY) / window.innerHeight) * 100);
    else onChange('width', from.value + (from.at - event.clientX) * way());
  };
  const press = (event: KeyboardEvent) => {
    const step = keys[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(part, value + step * (sheet ? 5 : 24) * way());
  };
  const drop = () => (start.current = undefined);
  const [least, most] = sizeBounds[part];
  return (
    <Box
      // A separator that can be moved is a widget, and no rule between texts.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      tabIndex={0}
      aria-label={t('integration.resize')}
      aria-orientation={sheet ? 'horizontal' : 'vertical'}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={press}
      sx={{ ...styles.handle, ...(sheet ? styles.sheet : styles.side) }}
    />
  );
}

const styles = {
  handle: {
    touchAction: 'none',
    flexShrink: 0,
    '&::after': { content: '""', position: 'absolute', borderRadius: '2px', backgroundColor: 'divider' },
    '&:hover::after, &:focus-visible::after': { backgroundColor: 'primary.mark' },
  },
  side: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: -6,
    width: 12,
    zIndex: 3,
    cursor: 'col-resize',
    '&::after': { insetInlineStart: 4, width: 4, top: 'calc(50% - 20px)', height: 40 },
  },
  sheet: {
    position: 'relative',
    height: 20,
    cursor: 'row-resize',
    '&::after': { left: 'calc(50% - 20px)', width: 40, top: 8, height: 4 },
  },
} as const;
