import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPlace } from '../../../../wire/url-state.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { scaleOfZoom } from '../../../map/map-state.ts';
import { isAnnouncedByPanel, selectedOf } from '../../../map/select/announced-selection.ts';
import { useLanguage } from '../../../i18n/index.ts';

/** Milliseconds the map and the selection have to be unchanged, because keys are pressed repeatedly. */
const stillness = 1000;

/**
 * Announces politely that the map is loaded, where it has stopped, where the keyboard has set a point, and
 * how many features are selected. The page announces the initial view.
 */
export function MapAnnouncer() {
  const place = useMapState((state) => state.place);
  const text = usePositionText(place);
  const [{ announced, nth }, setAnnouncement] = useState({ announced: '', nth: 0 });
  const announce = useCallback(
    (next: string) => setAnnouncement((last) => ({ announced: next, nth: last.nth + 1 })),
    [],
  );
  const began = useRef<string>(undefined);
  const moved = useRef(false);
  useEventAnnouncements(announce);
  useSelectionAnnouncements(announce);
  useEffect(() => {
    if (text === '') return undefined;
    began.current ??= text;
    if (text === began.current && !moved.current) return undefined;
    moved.current = true;
    const timer = setTimeout(() => announce(text), stillness);
    return () => clearTimeout(timer);
  }, [announce, text]);
  return (
    <Box component="output" data-testid="map-announcer" sx={visuallyHidden}>
      {/* The same text again, such as for another feature, is a change of the region too. */}
      <span key={nth}>{announced}</span>
    </Box>
  );
}

/**
 * Announces at once what happened: everything in view is drawn for the first time, a tool was given or picked
 * up a point.
 */
function useEventAnnouncements(announce: (text: string) => void): void {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const drawn = useMapState((state) => state.drawn);
  const clicked = useMapState((state) => state.clickedByKeyboard);
  const last = useRef({ drawn, clicked });
  useEffect(() => {
    const before = last.current;
    last.current = { drawn, clicked };
    if (drawn && !before.drawn) announce(t('inview.drawn'));
    if (!clicked || clicked === before.clicked) return;
    const degrees = degreesIn(formats);
    const title = t('inview.clicked', {
      latitude: degrees.format(clicked.lat),
      longitude: degrees.format(clicked.lng),
    });
    announce(clicked.held ? t('layers.drag.lifted', { title }) : title);
  }, [announce, t, formats, drawn, clicked]);
}

/** Announces how many features are selected after a change that no open panel announces. */
function useSelectionAnnouncements(announce: (text: string) => void): void {
  const { t } = useTranslation();
  const model = useMapModel();
  const isReady = useMapState((state) => state.status === 'ready');
  useEffect(() => {
    if (!model || !isReady) return undefined;
    const selected = selectedOf(model);
    let before = selected.get();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = selected.subscribe(() => {
      const isAnnounced = isAnnouncedByPanel(model, before, selected.get());
      before = selected.get();
      if (isAnnounced) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const count = [...selected.get().values()].reduce((sum, ids) => sum + ids.length, 0);
        announce(t('select.selected', { count }));
      }, stillness);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [announce, t, model, isReady]);
}

const degreesIn = (formats: string) =>
  new Intl.NumberFormat(formats, { minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** A description of the viewpoint: centre and scale. Empty until it is known. */
function usePositionText(place: MapPlace | undefined): string {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  if (!place) return '';
  const degrees = degreesIn(formats);
  const round = new Intl.NumberFormat(formats, { maximumSignificantDigits: 3 });
  return t('inview.position', {
    latitude: degrees.format(place.lat),
    longitude: degrees.format(place.lng),
    scale: round.format(scaleOfZoom(place.zoom)),
  });
}
