import CloseFullscreen from '@mui/icons-material/CloseFullscreen';
import OpenInFull from '@mui/icons-material/OpenInFull';
import RotateLeft from '@mui/icons-material/RotateLeft';
import RotateRight from '@mui/icons-material/RotateRight';
import Box from '@mui/material/Box';
import type { KeyboardEvent } from 'react';
import { ControlButton } from './control-group.tsx';
import { type Direction, directions } from './pan-control.tsx';

/** Pixels by which a press moves, and with Shift. */
const pixels = 10;
const manyPixels = 100;

/** The factor of a press for larger, and the degrees of a press for clockwise. */
export const wholeSteps = { factor: 1.1, degrees: 15 } as const;

export interface WholeControlProps {
  /** Name of the group. */
  label: string;
  directionLabel: (direction: Direction) => string;
  /** Pixels of the screen. */
  onMove: (right: number, down: number) => void;
  /** Undefined where nothing is scaled or turned. */
  size?: WholeSize | undefined;
}

export interface WholeSize {
  labels: Record<'larger' | 'smaller' | 'clockwise' | 'anticlockwise', string>;
  onScale: (factor: number) => void;
  /** Degrees clockwise. */
  onTurn: (degrees: number) => void;
}

/**
 * Moves, scales and turns something as a whole without dragging (WCAG 2.5.7): by buttons, and while one of
 * them has the focus by the keys of a map: arrows, plus and minus, A and D.
 */
export function WholeControl({ label, directionLabel, onMove, size }: WholeControlProps) {
  const sized = size ? sizeButtons(size) : [];
  const press = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const direction = directions.find(({ id }) => key === keyOf(id));
    const many = shiftKey ? manyPixels : pixels;
    const other = sized.find(({ keys }) => keys === key.toUpperCase());
    if (direction) onMove(direction.right * many, direction.down * many);
    else if (other) other.run();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Box component="fieldset" aria-label={label} onKeyDown={press} sx={styles.buttons}>
      {directions.map(({ id, right, down, Icon }) => (
        <div key={id} style={{ gridArea: id }}>
          <ControlButton
            label={directionLabel(id)}
            keys={keyOf(id)}
            onClick={() => onMove(right * pixels, down * pixels)}
          >
            <Icon />
          </ControlButton>
        </div>
      ))}
      {sized.map(({ id, keys, label: name, Icon, run }) => (
        <div key={id} style={{ gridArea: id }}>
          <ControlButton label={name} keys={keys === '+' ? 'Plus' : keys} onClick={run}>
            <Icon />
          </ControlButton>
        </div>
      ))}
    </Box>
  );
}

function sizeButtons({ labels, onScale, onTurn }: WholeSize) {
  const { factor, degrees } = wholeSteps;
  const buttons = [
    { id: 'anticlockwise', keys: 'D', Icon: RotateLeft, run: () => onTurn(-degrees) },
    { id: 'clockwise', keys: 'A', Icon: RotateRight, run: () => onTurn(degrees) },
    { id: 'smaller', keys: '-', Icon: CloseFullscreen, run: () => onScale(1 / factor) },
    { id: 'larger', keys: '+', Icon: OpenInFull, run: () => onScale(factor) },
  ] as const;
  return buttons.map((button) => ({ ...button, label: labels[button.id] }));
}

const keyOf = (direction: Direction) => `Arrow${direction.charAt(0).toUpperCase()}${direction.slice(1)}`;

const styles = {
  buttons: {
    m: 0,
    p: 0,
    justifySelf: 'start',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    // Left is left in every language.
    direction: 'ltr',
    display: 'grid',
    gridTemplateAreas: '"anticlockwise up clockwise" "left . right" "smaller down larger"',
  },
} as const;
