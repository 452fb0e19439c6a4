import ArrowBack from '@mui/icons-material/ArrowBack';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowForward from '@mui/icons-material/ArrowForward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import OpenWith from '@mui/icons-material/OpenWith';
import Paper from '@mui/material/Paper';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ControlButton } from './control-group.tsx';

/** The part of the map's width or height by which a press moves it: what was in the middle stays in sight. */
const step = 0.3;

export const directions = [
  { id: 'up', right: 0, down: -1, Icon: ArrowUpward },
  { id: 'left', right: -1, down: 0, Icon: ArrowBack },
  { id: 'right', right: 1, down: 0, Icon: ArrowForward },
  { id: 'down', right: 0, down: 1, Icon: ArrowDownward },
] as const;

export type Direction = (typeof directions)[number]['id'];

export interface PanControlProps {
  label: string;
  directionLabel: (direction: Direction) => string;
  /** Until the map is open. */
  disabled: boolean;
  /** Moves the map by parts of its width and height. */
  onPan: (right: number, down: number) => void;
}

/** Moves a map without dragging (WCAG 2.5.7): a button that shows four arrows, until it is pressed again. */
export function PanControl({ label, directionLabel, disabled, onPan }: PanControlProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  const closeByKeyboard = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setOpen(false);
    opener.current?.querySelector('button')?.focus();
  };
  return (
    <>
      <div ref={opener}>
        <ControlButton
          label={label}
          disabled={disabled}
          expanded={open}
          onClick={() => setOpen((before) => !before)}
        >
          <OpenWith />
        </ControlButton>
      </div>
      {open && (
        <Paper
          component="fieldset"
          aria-label={label}
          variant="outlined"
          onKeyDown={closeByKeyboard}
          sx={styles.arrows}
        >
          {directions.map(({ id, right, down, Icon }) => (
            <div key={id} style={{ gridArea: id }}>
              <ControlButton label={directionLabel(id)} onClick={() => onPan(right * step, down * step)}>
                <Icon />
              </ControlButton>
            </div>
          ))}
        </Paper>
      )}
    </>
  );
}

const styles = {
  arrows: {
    position: 'absolute',
    m: 0,
    p: 0,
    // Beside the column of buttons, and above the row that they are on phones and on low maps.
    insetInlineEnd: { xs: 0, sm: 'calc(100% + 8px)' },
    bottom: { xs: 'calc(100% + 8px)', sm: 0 },
    '@container map (max-height: 480px)': { insetInlineEnd: 0, bottom: 'calc(100% + 8px)' },
    // Left is left in every language.
    direction: 'ltr',
    display: 'grid',
    gridTemplateAreas: '". up ." "left . right" ". down ."',
    '@container map (max-height: 380px)': { gridTemplateAreas: '"left up down right"' },
    boxShadow: '0 1px 4px rgb(0 0 0 / 10%)',
  },
} as const;
