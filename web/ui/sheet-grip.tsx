import { ResizeEdge } from './resize-edge.tsx';
import type { SizeBounds } from './use-kept.ts';

/** Height of a sheet on phones, in hundredths of the window's height. */
export const sheetHeights: SizeBounds = { least: 25, usual: 48, most: 85 };

export interface SheetGripProps {
  label: string;
  /** Hundredths of the window's height. */
  height: number;
  onChange: (height: number) => void;
}

/** The handle that resizes a sheet. */
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
