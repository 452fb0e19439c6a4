import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';
import { sizes } from './sizes.ts';

interface ShapeButtonsProps<Shape extends string> {
  /** Name of the group. */
  label: string;
  icons: Readonly<Record<Shape, typeof SvgIcon>>;
  textOf: (shape: Shape) => string;
  /** The shape that is being drawn. */
  drawn: string | null | undefined;
  isDisabled?: (shape: Shape) => boolean;
  onDraw: (shape: Shape) => void;
  /** `WideShapeButton`s below the shapes. */
  children?: ReactNode;
}

/** Buttons for the shapes that can be drawn, two in a row. */
export function ShapeButtons<Shape extends string>({
  label,
  icons,
  textOf,
  drawn,
  isDisabled,
  onDraw,
  children,
}: ShapeButtonsProps<Shape>) {
  return (
    <Box component="fieldset" sx={styles.shapes} aria-label={label}>
      {(Object.keys(icons) as Shape[]).map((shape) => {
        const Icon: typeof SvgIcon = icons[shape];
        return (
          <Button
            key={shape}
            variant={shape === drawn ? 'contained' : 'outlined'}
            aria-pressed={shape === drawn}
            startIcon={<Icon fontSize="small" />}
            disabled={isDisabled?.(shape) ?? false}
            onClick={() => onDraw(shape)}
            sx={styles.shape}
          >
            {textOf(shape)}
          </Button>
        );
      })}
      {children}
    </Box>
  );
}

interface WideShapeButtonProps {
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button below the shapes for an area that is not drawn, such as the view. */
export function WideShapeButton({ icon, disabled = false, onClick, children }: WideShapeButtonProps) {
  return (
    <Button
      variant="outlined"
      startIcon={icon}
      disabled={disabled}
      onClick={onClick}
      sx={{ ...styles.shape, gridColumn: '1 / -1' }}
    >
      {children}
    </Button>
  );
}

const styles = {
  shapes: { m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 },
  shape: { minHeight: sizes.touch, justifyContent: 'flex-start', px: 1.5 },
} as const;
