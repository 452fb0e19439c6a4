import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName, useLanguage } from '../../../../i18n/index.ts';
import { type MapWork, useMapWork } from '../../../../map/document/map-work.ts';
import { type MapModel, useMapModel } from '../../../../map/map-model.ts';
import { openTranslations } from '../../../../map/document/own-members.ts';
import { useStore } from '../../../../store.ts';
import { LazyBoundary } from '../../../../ui/lazy-boundary.tsx';

/** The languages that an open map is translated into, as one line, and a dialog that changes the translations. */
export function TranslationsRow() {
  const model = useMapModel();
  const work = useMapWork();
  return model && work && <RowOf model={model} work={work} />;
}

function RowOf({ model, work }: { model: MapModel; work: MapWork }) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const id = useId();
  const [open, setOpen] = useState(false);
  const languages = Object.keys(useStore(openTranslations(work.source)) ?? {});
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography id={id} variant="body2" color="textSecondary">
          {t('translations.title')}
        </Typography>
        <Typography>
          {languages.length > 0
            ? new Intl.ListFormat(formats, { type: 'unit' }).format(languages.map(languageName))
            : t('translations.none')}
        </Typography>
      </Box>
      <Button aria-describedby={id} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('audience.change')}
      </Button>
      {open && (
        <LazyBoundary wanted load={loadDialog} props={{ model, work, onClose: () => setOpen(false) }} />
      )}
    </Box>
  );
}

const loadDialog = async () => (await import('./translations-dialog.tsx')).TranslationsDialog;
