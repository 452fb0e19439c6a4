import CircleOutlined from '@mui/icons-material/CircleOutlined';
import CropSquare from '@mui/icons-material/CropSquare';
import PentagonOutlined from '@mui/icons-material/PentagonOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import TextFields from '@mui/icons-material/TextFields';
import Timeline from '@mui/icons-material/Timeline';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { type SketchTool, sketchTools } from '../../../map/sketch/sketch.ts';
import { radii, textSizes } from '../../../ui/sizes.ts';

const icons = {
  point: PlaceOutlined,
  polyline: Timeline,
  polygon: PentagonOutlined,
  rectangle: CropSquare,
  circle: CircleOutlined,
  text: TextFields,
} as const;

export interface ToolButtonsProps {
  tool: SketchTool | undefined;
  disabled: boolean;
  /** Undefined when the active one is pressed again, so that clicks select. */
  onChoose: (tool: SketchTool | undefined) => void;
}

/** The drawing tools. */
export function ToolButtons({ tool, disabled, onChoose }: ToolButtonsProps) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      value={tool ?? null}
      disabled={disabled}
      aria-label={t('sketch.what')}
      onChange={(_event, next: SketchTool | null) => onChoose(next ?? undefined)}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 1 }}
    >
      {sketchTools.map((one) => {
        const Icon = icons[one];
        return (
          <ToggleButton key={one} value={one} sx={styles.button}>
            <Icon fontSize="small" />
            {t(`sketch.tool.${one}`)}
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}

const styles = {
  button: {
    flexDirection: 'column',
    gap: 0.5,
    minHeight: 60,
    fontSize: textSizes.small,
    // A button group in one row would merge the borders.
    '&&': { border: 1, borderColor: 'divider', borderRadius: radii.control, m: 0 },
    '&&.Mui-selected': { borderColor: 'primary.mark' },
  },
} as const;
