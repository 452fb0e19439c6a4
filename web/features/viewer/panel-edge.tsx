import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { panelWidths } from './use-panel-width.ts';

/** Pixels of one press of an arrow key. */
const step = 20;

/** The panel's edge towards the map: drag it, or use the arrow keys, to make the panel wider or narrower. */
export function PanelEdge({ width, onChange }: { width: number; onChange: (width: number) => void }) {
  const { t } = useTranslation();
  const outwards = useTheme().direction === 'rtl' ? -1 : 1;
  const start = useRef<{ x: number; width: number }>(undefined);
  return (
    <Box
      component="hr"
      tabIndex={0}
      aria-label={t('viewer.panelWidth')}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={panelWidths.least}
      aria-valuemax={panelWidths.most}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') onChange(width + step * outwards);
        if (event.key === 'ArrowLeft') onChange(width - step * outwards);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (start.current) onChange(start.current.width + (event.clientX - start.current.x) * outwards);
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
    // Phones show the panel as a sheet.
    display: { xs: 'none', sm: 'block' },
    position: 'absolute',
    insetBlock: 0,
    insetInlineEnd: -6,
    width: 12,
    zIndex: 2,
    cursor: 'col-resize',
    touchAction: 'none',
    '&:hover, &:focus-visible': {
      outline: 'none',
      background:
        'linear-gradient(90deg, transparent 4px, var(--mui-palette-primary-mark) 4px 7px, transparent 7px)',
    },
  },
} as const;
