import Box from '@mui/material/Box';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dockHeights } from './use-dock-height.ts';

/** Pixels of one press of an arrow key. */
const step = 40;

/** The upper edge of the table: drag it, or use the arrow keys, to give the table more room or less. */
export function DockEdge({ height, onChange }: { height: number; onChange: (height: number) => void }) {
  const { t } = useTranslation();
  const start = useRef<{ y: number; height: number }>(undefined);
  return (
    <Box
      component="hr"
      tabIndex={0}
      aria-label={t('table.resize')}
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={dockHeights.least}
      aria-valuemax={dockHeights.most}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') onChange(height + step);
        if (event.key === 'ArrowDown') onChange(height - step);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { y: event.clientY, height };
      }}
      onPointerMove={(event) => {
        if (start.current) onChange(start.current.height + start.current.y - event.clientY);
      }}
      onPointerUp={() => (start.current = undefined)}
      sx={styles.edge}
    />
  );
}

const styles = {
  edge: {
    m: 0,
    border: 0,
    position: 'absolute',
    insetInline: 0,
    top: -6,
    height: 12,
    zIndex: 1,
    cursor: 'row-resize',
    touchAction: 'none',
    '&:hover, &:focus-visible': {
      outline: 'none',
      background:
        'linear-gradient(transparent 5px, var(--mui-palette-primary-mark) 5px 8px, transparent 8px)',
    },
  },
} as const;
