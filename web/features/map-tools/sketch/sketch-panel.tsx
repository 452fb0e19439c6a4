import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SketchStyle } from '../../../map/sketch/sketch.ts';
import { useFormats } from '../../../i18n/index.ts';
import { sizes } from '../../../ui/sizes.ts';
import { colours, StyleFields } from './style-fields.tsx';
import { ToolButtons } from './tool-buttons.tsx';
import { useSketch } from './use-sketch.ts';

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
  const { tool, ready, selected, selectedText, canUndo, canRedo, count } = state;
  const wordless = tool === 'text' && text.trim() === '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A text must be typed before it can be placed.
    if (wordless) field.current?.focus();
  }, [wordless]);
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
        {wordless && t('sketch.text.first')}
        {tool && !ready && !wordless && t('app.loading')}
        {tool && ready && !wordless && t(`sketch.how.${tool}`)}
        {!tool && t('sketch.how')}
      </Typography>
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
        <FootButton label={t('sketch.undo')} disabled={!canUndo} onClick={() => sketch?.undo()}>
          <Undo sx={styles.turned} />
        </FootButton>
        <FootButton label={t('sketch.redo')} disabled={!canRedo} onClick={() => sketch?.redo()}>
          <Redo sx={styles.turned} />
        </FootButton>
        <FootButton label={t('sketch.delete')} disabled={selected === 0} onClick={() => sketch?.remove()}>
          <DeleteOutlined />
        </FootButton>
        <Typography component="output" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
          {t('sketch.count', { number: number(count) })}
        </Typography>
      </Box>
    </Box>
  );
}

interface FootButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function FootButton({ label, disabled, onClick, children }: FootButtonProps) {
  return (
    <Tooltip title={label}>
      {/* A disabled button has no events of its own for the tooltip. */}
      <span>
        <IconButton
          aria-label={label}
          disabled={disabled}
          onClick={onClick}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

const styles = {
  /** Undo and redo swap sides in right-to-left languages. */
  turned: { '[dir=rtl] &': { transform: 'scaleX(-1)' } },
  foot: { display: 'flex', alignItems: 'center', borderTop: 1, borderColor: 'divider', pt: 1 },
} as const;
