import CircleOutlined from '@mui/icons-material/CircleOutlined';
import CropSquare from '@mui/icons-material/CropSquare';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import PentagonOutlined from '@mui/icons-material/PentagonOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import Redo from '@mui/icons-material/Redo';
import TextFields from '@mui/icons-material/TextFields';
import Timeline from '@mui/icons-material/Timeline';
import Undo from '@mui/icons-material/Undo';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { WholeChange } from '../../../forms/whole-change.tsx';
import { useCapability } from '../../../map/use-capability.ts';
import type { MapModel } from '../../../map/map-model.ts';
import { useStore } from '../../../store.ts';
import {
  openSketch,
  type SketchState,
  type SketchStyle,
  type SketchTool,
  sketchTools,
} from '../../../map/sketch/sketch.ts';
import { radii, textSizes } from '../../../ui/sizes.ts';
import { TouchButton } from '../../../ui/touch-button.tsx';
import { colours, StyleFields } from './style-fields.tsx';

/** Tools whose drawings have an interior. */
const areas: readonly (string | undefined)[] = ['polygon', 'rectangle', 'circle'];

/** Draw, edit, style, delete, undo. Drawings belong to the map and are saved with it. */
export function SketchPanel() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [style, setStyle] = useState<SketchStyle>({ colour: colours.blue, width: 3, fill: 0.25 });
  const [text, setText] = useState('');
  const [snapping, setSnapping] = useState(false);
  const { sketch, state, failed, again } = useSketch(style);
  const { tool, ready, selected, hasSize, selectedText, canUndo, canRedo, count } = state;
  const needsText = tool === 'text' && text.trim() === '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A text must be typed before it can be placed.
    if (needsText) field.current?.focus();
  }, [needsText]);
  if (failed)
    return (
      <Box sx={{ p: 2 }}>
        <Alert severity="error" action={<Button onClick={again}>{t('app.tryAgain')}</Button>}>
          {t('viewer.toolFailed')}
        </Alert>
      </Box>
    );
  const restyle = (next: SketchStyle) => {
    setStyle(next);
    sketch?.setStyle(next);
  };
  const writes = tool === 'text' || selectedText !== undefined;
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
      <ToolButtons tool={tool} disabled={!sketch} onChoose={(next) => sketch?.draw(next)} />
      <Typography component="output" color="textSecondary" sx={{ minHeight: 42 }}>
        {needsText && t('sketch.text.first')}
        {tool && !ready && !needsText && t('app.loading')}
        {tool && ready && !needsText && t(`sketch.how.${tool}`)}
        {!tool && t('sketch.how')}
      </Typography>
      {((tool && ready && !needsText) || selected === 1) && (
        <Typography variant="body2" color="textSecondary">
          {t('measure.keys')}
        </Typography>
      )}
      {selected > 0 && <WholeChange hasSize={hasSize} onChange={(change) => sketch?.change(change)} />}
      {writes && (
        <TextField
          size="small"
          label={t('sketch.text')}
          inputRef={field}
          value={selectedText ?? text}
          onChange={(event) => {
            setText(event.target.value);
            sketch?.setText(event.target.value);
          }}
        />
      )}
      <StyleFields
        style={style}
        fills={tool === undefined || areas.includes(tool)}
        letters={writes}
        onChange={restyle}
      />
      <FormControlLabel
        control={
          <Switch
            checked={snapping}
            onChange={(_event, on) => {
              setSnapping(on);
              sketch?.setSnapping(on);
            }}
          />
        }
        label={t('sketch.snapping')}
      />
      {snapping && (
        <Typography variant="caption" color="textSecondary">
          {t('sketch.snapping.how')}
        </Typography>
      )}
      <Box sx={styles.foot}>
        <TouchButton label={t('sketch.undo')} disabled={!canUndo} onClick={() => sketch?.undo()}>
          <Undo sx={styles.turned} />
        </TouchButton>
        <TouchButton label={t('sketch.redo')} disabled={!canRedo} onClick={() => sketch?.redo()}>
          <Redo sx={styles.turned} />
        </TouchButton>
        <TouchButton label={t('sketch.delete')} disabled={selected === 0} onClick={() => sketch?.remove()}>
          <DeleteOutlined />
        </TouchButton>
        <Typography component="output" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
          {t('sketch.count', { number: number(count) })}
        </Typography>
      </Box>
    </Box>
  );
}

const styles = {
  /** Undo and redo swap sides in right-to-left languages. */
  turned: { '[dir=rtl] &': { transform: 'scaleX(-1)' } },
  foot: { display: 'flex', alignItems: 'center', borderTop: 1, borderColor: 'divider', pt: 1 },
} as const;

const icons = {
  point: PlaceOutlined,
  polyline: Timeline,
  polygon: PentagonOutlined,
  rectangle: CropSquare,
  circle: CircleOutlined,
  text: TextFields,
} as const;

interface ToolButtonsProps {
  tool: SketchTool | undefined;
  disabled: boolean;
  /** Undefined when the active one is pressed again, so that clicks select. */
  onChoose: (tool: SketchTool | undefined) => void;
}

/** The drawing tools. */
function ToolButtons({ tool, disabled, onChoose }: ToolButtonsProps) {
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
          <ToggleButton key={one} value={one} sx={toolButtonsStyles.button}>
            <Icon fontSize="small" />
            {t(`sketch.tool.${one}`)}
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}

const toolButtonsStyles = {
  button: {
    flexDirection: 'column',
    gap: 0.5,
    minHeight: 60,
    fontSize: textSizes.small,
    // A button group in one row would merge the borders.
    '&&': { border: 1, borderColor: 'outline.main', borderRadius: radii.control, m: 0 },
    '&&.Mui-selected': { borderColor: 'primary.mark' },
  },
} as const;

const empty: SketchState = {
  tool: undefined,
  ready: false,
  count: 0,
  selected: 0,
  hasSize: false,
  selectedText: undefined,
  canUndo: false,
  canRedo: false,
};

/** The map's drawings, open while the panel is. */
function useSketch(style: SketchStyle) {
  const { t } = useTranslation();
  // The text and the style are initial values; later changes are passed to the open drawings.
  const open = (model: MapModel) => openSketch(model, t('sketch.layer'), style);
  const { session: sketch, error, again } = useCapability(open, { holdsClicks: true });
  return { sketch, state: useStore(sketch?.state, empty), failed: error !== undefined, again };
}
