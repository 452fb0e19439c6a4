import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/index.ts';
import type { DrawingChange } from '../map/sketch/sketch.ts';
import { WholeControl, wholeSteps } from '../ui/whole-control.tsx';

interface WholeChangeProps {
  /** Whether there is something to scale and turn. */
  hasSize: boolean;
  onChange: (change: DrawingChange) => void;
}

/** Moves, scales and turns drawings or a picture without dragging. */
export function WholeChange({ hasSize, onChange }: WholeChangeProps) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const { factor, degrees } = wholeSteps;
  const size = (by: number) => {
    const percent = new Intl.NumberFormat(formats, { style: 'percent', signDisplay: 'always' });
    return `${t('sketch.size')}: ${percent.format(by - 1)}`;
  };
  const rotation = (by: number) => {
    const signed = new Intl.NumberFormat(formats, { signDisplay: 'always' });
    return `${t('layers.symbol.rotation')}: ${signed.format(by)}`;
  };
  return (
    <WholeControl
      label={t('edit.move')}
      directionLabel={(direction) => t(`viewer.pan.${direction}`)}
      onMove={(right, down) => onChange({ right, down })}
      size={
        hasSize
          ? {
              labels: {
                larger: size(factor),
                smaller: size(1 / factor),
                clockwise: rotation(degrees),
                anticlockwise: rotation(-degrees),
              },
              onScale: (by) => onChange({ factor: by }),
              onTurn: (by) => onChange({ degrees: by }),
            }
          : undefined
      }
    />
  );
}
