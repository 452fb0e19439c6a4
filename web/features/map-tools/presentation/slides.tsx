import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Close from '@mui/icons-material/Close';
import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainPresentation, slideTexts } from '../../../../wire/map-presentation.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { bookmarksOf, goToBookmark } from '../../../map/bookmarks/bookmarks.ts';
import type { MapModel } from '../../../map/map-model.ts';
import { presentationOf } from '../../../map/document/own-members.ts';
import { useStore } from '../../../store.ts';
import { TouchButton } from '../../../ui/touch-button.tsx';

export interface SlidesProps {
  model: MapModel;
  /** From 0; a larger number than there are slides is the last one. */
  slide: number;
  onSlide: (slide: number | undefined) => void;
}

/** A slide: its bookmark's place in the map, its title and text, and buttons. Arrow keys move on, Escape ends it. */
export function Slides({ model, slide: named, onSlide }: SlidesProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const slides = useMemo(() => bookmarksOf(model), [model]);
  const { seconds, slides: written } = useStore(presentationOf(model)) ?? plainPresentation;
  const [runs, setRuns] = useState(false);
  const last = slides.length - 1;
  const slide = Math.min(named, last);
  const bookmark = slides[slide];
  useEffect(() => {
    if (bookmark) void goToBookmark(model, bookmark);
  }, [model, bookmark]);
  const go = (next: number) => {
    if (next >= 0 && next <= last && next !== slide) onSlide(next);
  };
  const advance = useEffectEvent(() => (slide < last ? go(slide + 1) : setRuns(false)));
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setTimeout(() => advance(), seconds * 1000);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each slide has its own time
  }, [runs, seconds, slide]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (takesKeys(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const ahead = direction === 'rtl' ? -1 : 1;
    const act = {
      ArrowRight: () => go(slide + ahead),
      ArrowLeft: () => go(slide - ahead),
      PageDown: () => go(slide + 1),
      PageUp: () => go(slide - 1),
      Home: () => go(0),
      End: () => go(last),
      Escape: () => onSlide(undefined),
    }[event.key];
    if (!act) return;
    // The map would move.
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
  const [Back, Forward] = direction === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight];
  const text = slideTexts(written, slides)[slide];
  return (
    <Paper component="section" variant="outlined" aria-label={t('present.title')} sx={styles.card}>
      <Box aria-live="polite" sx={styles.words}>
        <Typography variant="h2" dir="auto">
          {bookmark?.title || t('map.untitled')}
        </Typography>
        {text && (
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line', mt: 0.5 }}>
            {text}
          </Typography>
        )}
      </Box>
      <Box sx={styles.buttons}>
        <TouchButton label={t('present.back')} disabled={slide === 0} onClick={() => go(slide - 1)}>
          <Back />
        </TouchButton>
        <Typography variant="body2" color="textSecondary" sx={{ minWidth: 48, textAlign: 'center' }}>
          {t('present.place', { number: slide + 1, count: slides.length })}
        </Typography>
        <TouchButton label={t('present.forward')} disabled={slide === last} onClick={() => go(slide + 1)}>
          <Forward />
        </TouchButton>
        <TouchButton label={t(runs ? 'present.pause' : 'present.run')} onClick={() => setRuns(!runs)}>
          {runs ? <Pause /> : <PlayArrow />}
        </TouchButton>
        <TouchButton label={t('present.end')} onClick={() => onSlide(undefined)}>
          <Close />
        </TouchButton>
      </Box>
    </Paper>
  );
}

/** Fields, menus and dialogs have keys of their own. */
const ownKeys = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog]';

function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(ownKeys) !== null;
}

const styles = {
  card: {
    position: 'absolute',
    bottom: 36,
    insetInline: 12,
    mx: 'auto',
    // Beside the map's buttons, which are at its edge.
    maxWidth: { xs: 'none', sm: 'min(560px, calc(100% - 152px))' },
    maxHeight: '45%',
    display: 'flex',
    flexDirection: 'column',
    zIndex: 1,
    boxShadow: '0 2px 8px rgb(0 0 0 / 16%)',
  },
  words: { p: 2, pb: 0.5, overflow: 'auto', overflowWrap: 'anywhere', minHeight: 0 },
  buttons: { display: 'flex', alignItems: 'center', justifyContent: 'center', flexShrink: 0, pb: 0.5 },
} as const;
