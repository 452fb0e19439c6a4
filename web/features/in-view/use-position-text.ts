import { useTranslation } from 'react-i18next';
import { scaleOfZoom } from '../../map/zoom.ts';
import type { MapPlace } from '../../../wire/url-state.ts';
import { useLanguage } from '../languages/index.ts';

/** Where the map looks, in words: its middle and its scale. Empty until it is known. */
export function usePositionText(place: MapPlace | undefined): string {
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
