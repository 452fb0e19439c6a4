import Add from '@mui/icons-material/Add';
import ArrowBack from '@mui/icons-material/ArrowBack';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowForward from '@mui/icons-material/ArrowForward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Remove from '@mui/icons-material/Remove';
import Paper from '@mui/material/Paper';
import { useTranslation } from 'react-i18next';
import { TouchButton } from '../../ui/touch-button.tsx';
import type { TurnName } from './turn-keys.ts';

const buttons = [
  { name: 'in', label: 'viewer.zoomIn', Icon: Add },
  { name: 'up', label: 'viewer.pan.up', Icon: ArrowUpward },
  { name: 'out', label: 'viewer.zoomOut', Icon: Remove },
  { name: 'left', label: 'viewer.pan.left', Icon: ArrowBack },
  { name: 'down', label: 'viewer.pan.down', Icon: ArrowDownward },
  { name: 'right', label: 'viewer.pan.right', Icon: ArrowForward },
] as const;

/** Turns and zooms a panorama without dragging (WCAG 2.5.7). */
export function TurnControls({ onTurn }: { onTurn: (name: TurnName) => void }) {
  const { t } = useTranslation();
  return (
    <Paper variant="outlined" sx={styles.buttons}>
      {buttons.map(({ name, label, Icon }) => (
        <TouchButton key={name} label={t(label)} placement="top" onClick={() => onTurn(name)}>
          <Icon />
        </TouchButton>
      ))}
    </Paper>
  );
}

const styles = {
  buttons: {
    justifySelf: 'end',
    // Left is left in every language.
    direction: 'ltr',
    display: 'grid',
    gridTemplateColumns: 'repeat(3, auto)',
  },
} as const;
