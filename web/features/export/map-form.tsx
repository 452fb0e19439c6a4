import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapState } from '../../map/map-model.ts';
import { useHeldFocus } from '../../ui/use-held-focus.ts';
import { errorText } from '../languages/index.ts';
import type { Paper } from './page-layout.ts';
import { useExport } from './use-export.ts';

const papers: readonly { paper: Paper; name: string }[] = [
  { paper: 'a4', name: 'A4' },
  { paper: 'a3', name: 'A3' },
  { paper: 'letter', name: 'Letter' },
];

/** The map on paper or as a picture. */
export function MapForm() {
  const { t } = useTranslation();
  const mapTitle = useMapState((state) => state.title);
  const [ownTitle, setOwnTitle] = useState<string>();
  const [format, setFormat] = useState<'pdf' | 'png' | 'png2'>('pdf');
  const [paper, setPaper] = useState<Paper>('a4');
  const [upright, setUpright] = useState(false);
  const [legend, setLegend] = useState(true);
  const ready = useMapState((state) => state.status === 'ready');
  const { busy, error, savePage, savePicture } = useExport();
  const button = useHeldFocus(busy);
  const title = ownTitle ?? (mapTitle || t('viewer.newMap'));
  const save = () =>
    format === 'pdf'
      ? savePage(title, { paper, upright, legend })
      : savePicture(title, format === 'png' ? 1 : 2);
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <TextField
        size="small"
        label={t('export.mapTitle')}
        value={title}
        onChange={(event) => setOwnTitle(event.target.value)}
      />
      <TextField
        select
        size="small"
        label={t('export.format')}
        value={format}
        onChange={(event) => setFormat(event.target.value as typeof format)}
      >
        <MenuItem value="pdf">{t('export.format.pdf')}</MenuItem>
        <MenuItem value="png">{t('export.format.png')}</MenuItem>
        <MenuItem value="png2">{t('export.format.png2')}</MenuItem>
      </TextField>
      {format === 'pdf' && (
        <>
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
            <TextField
              select
              size="small"
              label={t('export.paper')}
              value={paper}
              onChange={(event) => setPaper(event.target.value as Paper)}
            >
              {papers.map((one) => (
                <MenuItem key={one.paper} value={one.paper}>
                  {one.name}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              size="small"
              label={t('export.orientation')}
              value={upright ? 'upright' : 'lying'}
              onChange={(event) => setUpright(event.target.value === 'upright')}
            >
              <MenuItem value="lying">{t('export.lying')}</MenuItem>
              <MenuItem value="upright">{t('export.upright')}</MenuItem>
            </TextField>
          </Box>
          <FormControlLabel
            control={<Switch checked={legend} onChange={(_event, on) => setLegend(on)} />}
            label={t('export.legend')}
          />
        </>
      )}
      {error !== undefined && (
        <Alert severity="error" action={<Button type="submit">{t('app.tryAgain')}</Button>}>
          {errorText(t, error)}
        </Alert>
      )}
      <Button ref={button} type="submit" variant="contained" loading={busy} disabled={!ready}>
        {t('export.make')}
      </Button>
    </Box>
  );
}
