import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openGuide } from '../../../context/guide.ts';
import { radii } from '../../../ui/sizes.ts';

/** What a tour explains; elements have the name as `data-tour`. Those that the page does not show are left out. */
const stops = [
  'actions',
  'gallery-search',
  'tools',
  'map-search',
  'map-actions',
  'menus',
  'commands',
  'account',
] as const;

const isShown = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};

function stopsHere() {
  return stops.flatMap((name) => {
    const element = [...document.querySelectorAll<HTMLElement>(`[data-tour="${name}"]`)].find(isShown);
    return element ? [{ name, element }] : [];
  });
}

/** Explains the parts of the open page one by one. */
export function Tour({ open }: { open: boolean }) {
  return open && <OpenTour />;
}

function OpenTour() {
  const { t } = useTranslation();
  const title = useId();
  const text = useId();
  const [here] = useState(stopsHere);
  const [place, setPlace] = useState(0);
  const before = useRef(document.activeElement);
  const stop = here[place];
  const close = () => openGuide(undefined);
  useEffect(() => {
    const { current } = before;
    return () => {
      if (current instanceof HTMLElement) current.focus();
    };
  }, []);
  useEffect(() => {
    if (!stop) openGuide(undefined);
    stop?.element.scrollIntoView({ block: 'nearest' });
  }, [stop]);
  if (!stop) return null;
  const isLast = place === here.length - 1;
  return (
    <Popper
      open
      anchorEl={stop.element}
      placement="bottom-start"
      modifiers={modifiers}
      sx={{ zIndex: 'tooltip', maxWidth: 'calc(100vw - 16px)' }}
    >
      <Outline element={stop.element} />
      <Paper
        component="dialog"
        open
        key={stop.name}
        ref={takeFocus}
        aria-labelledby={title}
        aria-describedby={text}
        tabIndex={-1}
        elevation={8}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close();
        }}
        sx={styles.card}
      >
        <Typography id={title} variant="h3" component="h2">
          {t(`guide.tour.${stop.name}`)}
        </Typography>
        <Typography id={text}>{t(`guide.tour.${stop.name}.text`)}</Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
            {t('guide.tour.place', { place: place + 1, number: here.length })}
          </Typography>
          {place > 0 && <Button onClick={() => setPlace(place - 1)}>{t('guide.tour.back')}</Button>}
          {!isLast && <Button onClick={close}>{t('guide.tour.skip')}</Button>}
          <Button variant="contained" onClick={() => (isLast ? close() : setPlace(place + 1))}>
            {isLast ? t('guide.tour.done') : t('guide.tour.next')}
          </Button>
        </Box>
      </Paper>
    </Popper>
  );
}

const takeFocus = (card: HTMLElement | null) => card?.focus({ preventScroll: true });

/** Draws a line around the part that is explained. */
function Outline({ element }: { element: HTMLElement }) {
  useEffect(() => {
    element.setAttribute('data-tour-here', '');
    return () => element.removeAttribute('data-tour-here');
  }, [element]);
  const { left, top, right } = element.getBoundingClientRect();
  // Beside the window's edge a line around the element would be cut off.
  const outlineOffset = Math.min(left, top, window.innerWidth - right) < 5 ? -3 : 2;
  return (
    <GlobalStyles
      styles={{
        '[data-tour-here]': { outline: '3px solid var(--mui-palette-primary-main)', outlineOffset },
      }}
    />
  );
}

const modifiers = [
  { name: 'offset', options: { offset: [0, 10] } },
  // A rail as tall as the page leaves room only beside it.
  { name: 'flip', options: { fallbackPlacements: ['top-start', 'right-start', 'left-start'] } },
  { name: 'preventOverflow', options: { padding: 8 } },
];

const styles = {
  card: {
    position: 'static',
    width: 340,
    maxWidth: '100%',
    m: 0,
    p: 2,
    border: 1,
    borderColor: 'divider',
    display: 'grid',
    gap: 1.5,
    borderRadius: radii.card,
  },
} as const;
