import { fillTemplate } from '../../../../wire/integration-url.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import { useLanguage } from '../../languages/index.ts';
import { useHub } from '../host/hub.ts';

/** A template filled with the place that was chosen on the map. */
export function useFilled(template: string): string {
  const hub = useHub();
  const { language } = useLanguage();
  const { currentMapLocation, currentIntgLocation } = useApplicationContext();
  if (!currentMapLocation) return '';
  const heading = currentIntgLocation?.heading;
  return fillTemplate(template, { ...currentMapLocation, zoom: hub.zoom.get(), heading, lang: language });
}
