import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPlace } from '../../../../wire/url-state.ts';
import { useMapState } from '../../../map/map-model.ts';
import { scaleOfZoom } from '../../../map/map-state.ts';
import { useLanguage } from '../../../i18n/index.ts';

/** Milliseconds the map has to be stationary, because keys are pressed repeatedly. */
const stillness = 1000;

/** Announces politely where the map has stopped. The page announces the initial view. */
export function MapAnnouncer() {
  const place = useMapState((state) => state.place);
  const text = usePositionText(place);
  const [announcement, setAnnouncement] = useState('');
  const began = useRef<string>(undefined);
  useEffect(() => {
    if (text === '') return undefined;
    began.current ??= text;
    if (text === began.current && announcement === '') return undefined;
    const timer = setTimeout(() => setAnnouncement(text), stillness);
    return () => clearTimeout(timer);
  }, [text, announcement]);
  return (
    <Box component="output" data-testid="map-announcer" sx={visuallyHidden}>
      {announcement}
    </Box>
  );
}

/** A description of the viewpoint: centre and scale. Empty until it is known. */
function usePositionText(place: MapPlace | undefined): string {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  if (!place) return '';
  const degrees = new Intl.NumberFormat(formats, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const round = new Intl.NumberFormat(formats, { maximumSignificantDigits: 3 });
  return t('inview.position', {
    lat: degrees.format(place.lat),
    lng: degrees.format(place.lng),
    scale: round.format(scaleOfZoom(place.zoom)),
  });
}
