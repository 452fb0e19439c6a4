import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import { useTranslation } from 'react-i18next';
import { setLayerOpacity } from '../../../map/layers/arrange-layers.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { sizes, textSizes } from '../../../ui/sizes.ts';

/** The opacity of a layer. */
export function OpacitySlider({ layer: { id, title, opacity } }: { layer: LayerState }) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const model = useMapModel();
  const percent = new Intl.NumberFormat(formats, { style: 'percent' });
  return (
    <Box sx={styles.box}>
      <span>{t('layers.opacity')}</span>
      <Slider
        size="small"
        min={0}
        max={100}
        value={Math.round(opacity * 100)}
        onChange={(_event, value) => model && setLayerOpacity(model, id, Number(value) / 100)}
        getAriaLabel={() => t('layers.opacityOf', { title: title || t('layers.untitled') })}
        getAriaValueText={(value) => percent.format(value / 100)}
      />
      <Box component="span" sx={styles.value}>
        {percent.format(opacity)}
      </Box>
    </Box>
  );
}

const styles = {
  box: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    paddingInlineStart: '76px',
    paddingInlineEnd: 2,
    minHeight: sizes.touch,
    fontSize: textSizes.small,
    color: 'text.secondary',
  },
  value: { width: 40, flexShrink: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
} as const;
