import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { sizes, touchScreens } from './sizes.ts';
import type { SizeBounds } from './use-stored.ts';

export interface ResizeEdgeProps {
  label: string;
  /** The edge of the element this is in; it grows when the edge is moved away from it. */
  at: 'start' | 'end' | 'top';
  value: number;
  least: number;
  usual?: number;
  most: number;
  onChange: (value: number) => void;
  /** The change of the value per pixel of movement, and per press of an arrow key. */
  perPixel?: number;
  step?: number;
  /** Takes space of its own and shows a handle, for touch. */
  grip?: boolean;
}

const keys = {
  start: { ArrowLeft: 1, ArrowRight: -1 },
  end: { ArrowLeft: -1, ArrowRight: 1 },
  top: { ArrowUp: 1, ArrowDown: -1 },
} as const satisfies Record<ResizeEdgeProps['at'], Readonly<Record<string, number>>>;

/** Pixels that a pointer may move while it presses. */
const tremor = 4;

/**
 * An edge that is dragged, or moved with the arrow keys, to resize its element. For those who can't drag, a
 * double click, or a press of a grip, changes to the next of its sizes.
 */
export function ResizeEdge(props: ResizeEdgeProps) {
  const {
    label,
    at,
    value,
    least,
    usual = least,
    most,
    onChange,
    perPixel = 1,
    step = 20,
    grip = false,
  } = props;
  const start = useRef<{ place: number; value: number }>(undefined);
  const dragged = useRef(false);
  const mirrored = useTheme().direction === 'rtl' && at !== 'top' ? -1 : 1;
  const placeOf = (event: PointerEvent) => (at === 'top' ? event.clientY : event.clientX);
  const grab = (event: PointerEvent) => {
    // Captured, so that frames and maps beside do not swallow the movement.
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { place: placeOf(event), value };
    dragged.current = false;
  };
  const drag = (event: PointerEvent) => {
    if (!start.current) return;
    const moved = placeOf(event) - start.current.place;
    dragged.current ||= Math.abs(moved) > tremor;
    const outwards = moved * (at === 'end' ? 1 : -1) * mirrored;
    onChange(start.current.value + outwards * perPixel);
  };
  const drop = () => (start.current = undefined);
  const resize = () => {
    if (dragged.current) return;
    onChange([least, usual, most].find((size) => size > value) ?? least);
  };
  const press = (event: KeyboardEvent) => {
    const way = (keys[at] as Readonly<Record<string, number>>)[event.key];
    if (way === undefined) return;
    event.preventDefault();
    onChange(value + way * step * mirrored);
  };
  return (
    <Box
      // A separator that can be moved is a widget, and no rule between texts.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={at === 'top' ? 'horizontal' : 'vertical'}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={press}
      {...(grip ? { onClick: resize } : { onDoubleClick: resize })}
      sx={[styles.edge, grip ? styles.grip : styles[at]]}
    />
  );
}

const above = { insetInline: 'calc(50% - 60px)', bottom: 0 } as const;

const styles = {
  edge: {
    touchAction: 'none',
    flexShrink: 0,
    '&:focus-visible': { outlineOffset: '-2px' },
    // In the middle it is as wide as a target must be; elsewhere it would cover scroll bars and buttons.
    '&::before': { content: '""', position: 'absolute' },
    '&::after': { content: '""', position: 'absolute', borderRadius: '2px' },
    '&:hover::after, &:focus-visible::after': { backgroundColor: 'primary.mark' },
  },
  start: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: -6,
    width: 12,
    zIndex: 3,
    cursor: 'col-resize',
    '&::before': {
      insetBlock: 'calc(50% - 60px)',
      insetInlineEnd: 0,
      width: 24,
      [touchScreens]: { width: sizes.touch },
    },
    '&::after': { insetBlock: 0, insetInlineStart: 4, width: 3 },
  },
  end: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineEnd: -6,
    width: 12,
    zIndex: 3,
    cursor: 'col-resize',
    '&::before': {
      insetBlock: 'calc(50% - 60px)',
      insetInlineStart: 0,
      width: 24,
      [touchScreens]: { width: sizes.touch },
    },
    '&::after': { insetBlock: 0, insetInlineEnd: 4, width: 3 },
  },
  top: {
    position: 'absolute',
    insetInline: 0,
    top: -6,
    height: 12,
    zIndex: 1,
    cursor: 'row-resize',
    '&::before': { ...above, height: 24, [touchScreens]: { height: sizes.touch } },
    '&::after': { insetInline: 0, top: 5, height: 3 },
  },
  grip: {
    position: 'relative',
    height: 20,
    cursor: 'row-resize',
    '&::before': { ...above, height: sizes.touch },
    '&::after': {
      left: 'calc(50% - 20px)',
      width: 40,
      top: 8,
      height: 4,
      backgroundColor: 'divider',
    },
  },
} as const;

/** Height of a sheet on phones, in hundredths of the window's height. */
export const sheetHeights: SizeBounds = { least: 25, usual: 48, most: 85 };

interface SheetGripProps {
  label: string;
  /** Hundredths of the window's height. */
  height: number;
  onChange: (height: number) => void;
}

/** The handle that resizes a sheet. */
export function SheetGrip({ label, height, onChange }: SheetGripProps) {
  return (
    <ResizeEdge
      label={label}
      at="top"
      grip
      value={height}
      {...sheetHeights}
      perPixel={100 / window.innerHeight}
      step={5}
      onChange={onChange}
    />
  );
}
