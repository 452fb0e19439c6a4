import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useLanguage } from '../../../i18n/index.ts';
import { useMapState } from '../../../map/map-model.ts';
import { choiceOf, Choice, PrintOptions, startDraft } from './print-options.tsx';
import { PrintTemplates } from './print-templates.tsx';
import { type Shortcomings, useExport } from './use-export.ts';

/** A form for printing the map or exporting an image. */
export function MapForm() {
  const { t } = useTranslation();
  const mapTitle = useMapState((state) => state.title);
  const [ownTitle, setOwnTitle] = useState<string>();
  const [format, setFormat] = useState<'pdf' | 'png' | 'png2'>('pdf');
  const [draft, setDraft] = useState(startDraft);
  const ready = useMapState((state) => state.status === 'ready');
  const { busy, progress, error, shortcomings, savePages, savePicture, cancel } = useExport();
  const button = useHeldFocus(busy && progress ? 'running' : busy);
  const title = ownTitle ?? (mapTitle || t('viewer.newMap'));
  const choice = choiceOf(draft, title);
  const complete = format !== 'pdf' || (choice !== undefined && choice.series?.field !== '');
  const save = () => {
    if (busy || !complete) return;
    if (format !== 'pdf') void savePicture(title, format === 'png' ? 1 : 2);
    else if (choice) void savePages(choice);
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <TextField
        size="small"
        label={t('export.mapTitle')}
        value={title}
        onChange={(event) => setOwnTitle(event.target.value)}
      />
      <Choice
        label={t('export.format')}
        value={format}
        onChange={(value) => setFormat(value as typeof format)}
        options={[
          ['pdf', t('export.format.pdf')],
          ['png', t('export.format.png')],
          ['png2', t('export.format.png2')],
        ]}
      />
      {format === 'pdf' && (
        <>
          <PrintTemplates draft={draft} onChange={setDraft} />
          <PrintOptions draft={draft} onChange={setDraft} />
        </>
      )}
      {error !== undefined && (
        <Alert severity="error" action={<Button type="submit">{t('app.tryAgain')}</Button>}>
          <ErrorMessage error={error} />
        </Alert>
      )}
      <Lacking {...shortcomings} />
      {busy && progress ? (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <LinearProgress
            variant="determinate"
            value={Math.round(progress.done * 100)}
            aria-label={t('print.working')}
          />
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
            <Typography component="output">
              {t('print.progress', { page: progress.page, pages: progress.pages })}
            </Typography>
            <Button key="stop" ref={button} onClick={cancel}>
              {t('layers.cancel')}
            </Button>
          </Box>
        </Box>
      ) : (
        <Button
          key="start"
          ref={button}
          type="submit"
          variant="contained"
          loading={busy}
          disabled={!ready || !complete}
        >
          {t('export.make')}
        </Button>
      )}
    </Box>
  );
}

/** What the finished file lacks, with a button to create it again. */
function Lacking({ missing, incomplete, cutLegends }: Shortcomings) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const again = <Button type="submit">{t('app.tryAgain')}</Button>;
  return (
    <>
      {missing.length > 0 && (
        <Alert severity="warning" action={again}>
          {t('export.legendIncomplete', { layers: new Intl.ListFormat(language).format(missing) })}
        </Alert>
      )}
      {incomplete > 0 && (
        <Alert severity="warning" action={again}>
          {t('print.incomplete', { count: incomplete })}
        </Alert>
      )}
      {cutLegends > 0 && <Alert severity="warning">{t('print.legendCut', { count: cutLegends })}</Alert>}
    </>
  );
}

/**
 * For a button that is disabled or replaced while its action runs: keyboard users get the focus back there afterwards,
 * instead of at the start of the page.
 */
export function useHeldFocus(busy: boolean | 'running') {
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef(busy);
  useEffect(() => {
    if (last.current !== busy && document.activeElement === document.body) button.current?.focus();
    last.current = busy;
  }, [busy]);
  return button;
}
