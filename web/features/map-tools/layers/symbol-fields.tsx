import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StyleState } from '../../../map/style/style.ts';
import { fillPatterns, lineCaps, lineStyles, type StyleSymbol } from '../../../map/style/symbol.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { ChoiceField, ColorInput, ControlGrid, NumberSlider } from './setting-fields.tsx';
import { SymbolPicker } from './symbol-picker.tsx';
import { SymbolPreview } from './symbol-preview.tsx';

export interface SymbolEditorProps {
  symbol: StyleSymbol;
  geometry: StyleState['geometry'];
  /** Parts that the style sets by the layer's values. */
  without?: readonly (keyof StyleSymbol)[];
  onChange: (change: StyleSymbol) => void;
}

/** The parts of a symbol: its sign, line or pattern, its colours and its sizes. */
export function SymbolEditor({ symbol, geometry, without = [], onChange }: SymbolEditorProps) {
  const { t } = useTranslation();
  const isOther = Object.keys(symbol).length === 0;
  const has = (part: keyof StyleSymbol) => symbol[part] !== undefined && !without.includes(part);
  const { color = '', opacity = 1, size = 0, rotation = 0, outlineColor = '', outlineWidth = 0 } = symbol;
  return (
    <Box sx={styles.symbol}>
      {isOther && <Alert severity="info">{t('layers.symbol.foreign')}</Alert>}
      {geometry === 'point' && <SymbolPicker symbol={symbol} onChange={onChange} />}
      {geometry === 'line' && (
        <ChoiceField
          label={t('layers.symbol.line')}
          value={symbol.line ?? ''}
          choices={lineStyles.map((value) => ({ value, title: t(`layers.symbol.line.${value}`) }))}
          onChange={(line) => onChange({ line: line as NonNullable<StyleSymbol['line']> })}
        />
      )}
      {geometry === 'area' && (
        <ChoiceField
          label={t('layers.symbol.fill')}
          value={symbol.fill ?? ''}
          choices={fillPatterns.map((value) => ({ value, title: t(`layers.symbol.fill.${value}`) }))}
          onChange={(fill) => onChange({ fill: fill as NonNullable<StyleSymbol['fill']> })}
        />
      )}
      {has('cap') && (
        <ChoiceField
          label={t('layers.symbol.cap')}
          value={symbol.cap ?? ''}
          choices={lineCaps.map((value) => ({ value, title: t(`layers.symbol.cap.${value}`) }))}
          onChange={(cap) => onChange({ cap: cap as NonNullable<StyleSymbol['cap']> })}
        />
      )}
      <ControlGrid>
        {has('color') && (
          <>
            <span>{t('layers.style.color')}</span>
            <ColorInput
              label={t('layers.style.color')}
              value={color}
              onChange={(next) => onChange({ color: next })}
            />
          </>
        )}
        {has('opacity') && (
          <NumberSlider
            label={t('layers.symbol.opacity')}
            value={Math.round(opacity * 100)}
            min={0}
            max={100}
            step={5}
            onChange={(next) => onChange({ opacity: next / 100 })}
          />
        )}
        {has('size') && (
          <NumberSlider
            label={t(geometry === 'line' ? 'layers.style.width' : 'layers.style.size')}
            value={size}
            min={geometry === 'line' ? 0.5 : 2}
            max={geometry === 'line' ? 12 : 40}
            onChange={(next) => onChange({ size: next })}
          />
        )}
        {has('rotation') && (
          <NumberSlider
            label={t('layers.symbol.rotation')}
            value={rotation}
            min={-180}
            max={180}
            step={5}
            onChange={(next) => onChange({ rotation: next })}
          />
        )}
        {has('outlineColor') && (
          <>
            <span>{t('layers.style.outline')}</span>
            <ColorInput
              label={t('layers.style.outline')}
              value={outlineColor}
              onChange={(next) => onChange({ outlineColor: next })}
            />
          </>
        )}
        {has('outlineWidth') && (
          <NumberSlider
            label={t('layers.style.outlineWidth')}
            value={outlineWidth}
            min={0}
            max={6}
            onChange={(next) => onChange({ outlineWidth: next })}
          />
        )}
      </ControlGrid>
    </Box>
  );
}

/** The symbol of one value or class, as a button that opens its parts. */
export function SymbolButton({ label, ...editor }: SymbolEditorProps & { label: string }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <ButtonBase
        aria-label={t('layers.symbol.of', { label })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        focusRipple
        sx={styles.button}
      >
        <SymbolPreview symbol={editor.symbol} geometry={editor.geometry} />
      </ButtonBase>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': t('layers.symbol.of', { label }), sx: styles.paper },
        }}
      >
        <SymbolEditor {...editor} />
      </Popover>
    </>
  );
}

const styles = {
  symbol: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 },
  button: {
    width: sizes.touch,
    height: sizes.touch,
    flexShrink: 0,
    border: 1,
    borderColor: 'outline.main',
    borderRadius: radii.control,
    '&:hover, &:focus-visible': { backgroundColor: 'action.hover' },
  },
  paper: { width: 320, maxWidth: 'calc(100vw - 32px)', p: 2 },
} as const;
