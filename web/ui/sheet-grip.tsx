import { ResizeEdge } from './resize-edge.tsx';
import type { SizeBounds } from './use-kept-size.ts';

/** Hundredths of the window's height that a sheet takes on phones. */
export const sheetHeights: SizeBounds = { least: 25, usual: 48, most: 85 };

export interface SheetGripProps {
  label: string;
  /** Hundredths of the window's height. */
  height: number;
  onChange: (height: number) => void;
}

/** What a sheet is drawn up and down by. */
export function SheetGrip({ label, height, onChange }: SheetGripProps) {
  const { least, most } = sheetHeights;
  return (
    <ResizeEdge
      label={label}
      at="top"
      grip
      value={height}
      least={least}
      most={most}
      perPixel={100 / window.innerHeight}
      step={5}
      onChange={onChange}
    />
  );
}
