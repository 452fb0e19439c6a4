import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from '../../../../i18n/index.ts';
import type { TextKind } from '../../../../map/document/map-texts.ts';
import type { MapText } from '../../../../map/translations/translations.ts';
import { directionOf } from '../../../../../wire/languages.ts';

const kinds: Readonly<Record<TextKind, MessageKey>> = {
  layer: 'kind.pick.layer',
  field: 'condition.field',
  popup: 'translations.popup',
  form: 'item.type.Form',
  legend: 'viewer.legend',
  chart: 'layers.popup.element.chart',
  basemap: 'viewer.basemaps',
  bookmark: 'translations.bookmark',
  slide: 'translations.slide',
  readers: 'audience.text',
};

export interface TextRowProps {
  text: MapText;
  language: string;
  value: string;
  onChange: (next: string) => void;
}

/** A text of the map beside its translation. */
export function TextRow({ text: { text, kind, layer }, language, value, onChange }: TextRowProps) {
  const { t } = useTranslation();
  const place = [kind !== 'layer' && layer, t(kinds[kind])].filter(Boolean).join(' · ');
  return (
    <Box component="li" sx={styles.row}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="caption" color="textSecondary" component="p" dir="auto" noWrap>
          {place}
        </Typography>
        <Typography dir="auto" sx={styles.text}>
          {text}
        </Typography>
      </Box>
      <TextField
        size="small"
        multiline
        maxRows={10}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{
          htmlInput: {
            'aria-label': t('translations.of', { text }),
            lang: language,
            dir: value ? 'auto' : directionOf(language),
            maxLength: 20_000,
          },
        }}
      />
    </Box>
  );
}

const styles = {
  row: {
    display: 'grid',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
    alignItems: 'start',
    columnGap: 2,
    rowGap: 0.5,
    py: 1,
    '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
  },
  text: { overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxHeight: 240, overflow: 'auto' },
} as const;
