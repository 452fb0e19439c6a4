import SlideshowOutlined from '@mui/icons-material/SlideshowOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type MapPresentation,
  plainPresentation,
  slideTexts,
  withSlideText,
} from '../../../../wire/map-presentation.ts';
import { useAudience } from '../../../context/audience.ts';
import { useFormats } from '../../../i18n/index.ts';
import { bookmarksOf } from '../../../map/bookmarks/bookmarks.ts';
import { type MapModel, useMapModel } from '../../../map/map-model.ts';
import { presentationOf } from '../../../map/document/own-members.ts';
import { useStore } from '../../../store.ts';
import { useSlide } from './use-slide.ts';

/** Starts the presentation, and for those who may change the map the texts and the timing of its slides. */
export function PresentationPanel() {
  const model = useMapModel();
  return model ? <Panel model={model} /> : null;
}

const choices = [5, 10, 20, 30, 60];

/** Slides at first, and more at a time: maps can have thousands of bookmarks. */
const step = 50;

function Panel({ model }: { model: MapModel }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { mayUse } = useAudience();
  const [, show] = useSlide();
  const store = presentationOf(model);
  const presentation = useStore(store) ?? plainPresentation;
  const { seconds } = presentation;
  const slides = bookmarksOf(model);
  const [limit, setLimit] = useState(step);
  const texts = slideTexts(presentation.slides, slides);
  const change = (part: Partial<MapPresentation>) => store.set({ ...presentation, ...part });
  const write = (index: number, text: string) =>
    change({ slides: withSlideText(presentation.slides, slides, index, text) });
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Button
        variant="contained"
        startIcon={<SlideshowOutlined />}
        disabled={slides.length === 0}
        onClick={() => show(0)}
      >
        {t('present.start')}
      </Button>
      <Typography color="textSecondary">{t('present.why')}</Typography>
      {mayUse('save') && (
        <>
          <TextField
            select
            size="small"
            label={t('present.seconds')}
            value={seconds}
            onChange={({ target }) => change({ seconds: Number(target.value) })}
          >
            {[...new Set([...choices, seconds])]
              .toSorted((one, other) => one - other)
              .map((count) => (
                <MenuItem key={count} value={count}>
                  {t('present.seconds.count', { count })}
                </MenuItem>
              ))}
          </TextField>
          {slides.slice(0, limit).map(({ index, title }) => (
            <TextField
              key={index}
              size="small"
              multiline
              maxRows={8}
              label={t('present.text', { title: title || t('map.untitled') })}
              value={texts[index] ?? ''}
              slotProps={{ htmlInput: { dir: 'auto', maxLength: 2000 } }}
              onChange={({ target }) => write(index, target.value)}
            />
          ))}
          {slides.length > limit && (
            <Button size="small" onClick={() => setLimit(limit + step)} sx={{ justifySelf: 'start' }}>
              {t('layers.style.moreRows', { number: number(slides.length - limit) })}
            </Button>
          )}
        </>
      )}
    </Box>
  );
}
