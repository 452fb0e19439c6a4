import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import { legendOf } from '../../../map/export/legend.ts';
import { longestSide, mapSize, takePicture } from '../../../map/map-picture/map-picture.ts';
import { fileName } from '../../../map/export/write-data.ts';
import { useMapState, useMapModel } from '../../../map/map-model.ts';
import { saveFile } from '../../../ui/browser.ts';
import { errorText, useFormats, useLanguage } from '../../../i18n/index.ts';
import { pageLayout, type Paper, type PageChoice } from './page-layout.ts';

/** Dots per inch of a printed map. */
const printDensity = 200;

/** Creates an image or a page of the map and downloads it. */
function useExport() {
  const model = useMapModel();
  const { t } = useTranslation();
  const drawingWords = {
    point: t('legend.point'),
    polyline: t('legend.polyline'),
    polygon: t('legend.polygon'),
  };
  const { formats, direction } = useLanguage();
  const { date } = useFormats();
  const [units] = useUnitSystem();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const during = async (make: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    setMissing([]);
    try {
      await make();
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  };
  const credits = () => model?.state.get().attribution.join(' | ') ?? '';
  const savePicture = (title: string, density: number) =>
    during(async () => {
      if (!model) return;
      const { writePng } = await import('./write-png.ts');
      const { width, height } = mapSize(model);
      const picture = await takePicture(model, width * density, height * density);
      saveFile({ name: fileName(title, 'png'), content: await writePng(picture, credits(), density) });
    });
  const savePage = (title: string, choice: PageChoice) =>
    during(async () => {
      if (!model) return;
      const layout = pageLayout({ ...choice, rtl: direction === 'rtl' });
      const dots = Math.min(printDensity / 25.4, longestSide / Math.max(layout.map.width, layout.map.height));
      const { writePdf } = await import('./write-pdf.ts');
      // Sequentially: the SDK cannot take a screenshot while it draws the legend's symbols.
      const size = {
        width: Math.round(layout.map.width * dots),
        height: Math.round(layout.map.height * dots),
      };
      const picture = await takePicture(model, size.width, size.height);
      const legend = choice.legend ? await legendOf(model, drawingWords) : { groups: [], missing: [] };
      const content = await writePdf(layout, {
        title,
        picture,
        legend: legend.groups,
        credits: credits(),
        date: date(Date.now()),
        units,
        scale: ({ value, unit }) =>
          new Intl.NumberFormat(formats, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
      });
      saveFile({ name: fileName(title, 'pdf'), content });
      setMissing(legend.missing);
    });
  return { busy, error, missing, savePicture, savePage };
}

const papers: readonly { paper: Paper; name: string }[] = [
  { paper: 'a4', name: 'A4' },
  { paper: 'a3', name: 'A3' },
  { paper: 'letter', name: 'Letter' },
];

/** A form for printing the map or exporting an image. */
export function MapForm() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const mapTitle = useMapState((state) => state.title);
  const [ownTitle, setOwnTitle] = useState<string>();
  const [format, setFormat] = useState<'pdf' | 'png' | 'png2'>('pdf');
  const [paper, setPaper] = useState<Paper>('a4');
  const [upright, setUpright] = useState(false);
  const [legend, setLegend] = useState(true);
  const ready = useMapState((state) => state.status === 'ready');
  const { busy, error, missing, savePage, savePicture } = useExport();
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
      {missing.length > 0 && (
        <Alert severity="warning" action={<Button type="submit">{t('app.tryAgain')}</Button>}>
          {t('export.legendIncomplete', { layers: new Intl.ListFormat(language).format(missing) })}
        </Alert>
      )}
      <Button ref={button} type="submit" variant="contained" loading={busy} disabled={!ready}>
        {t('export.make')}
      </Button>
    </Box>
  );
}

/**
 * For a button that is disabled or replaced while its action runs: keyboard users get the focus back there afterwards,
 * instead of at the start of the page.
 */
export function useHeldFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef(busy);
  useEffect(() => {
    if (last.current !== busy && document.activeElement === document.body) button.current?.focus();
    last.current = busy;
  }, [busy]);
  return button;
}
