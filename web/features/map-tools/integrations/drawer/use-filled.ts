import { fillTemplate, hasTokens } from '../../../../../wire/integration-url.ts';
import { useIntegrations } from '../../../../context/application-context.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { useHub } from '../host/hub.ts';

/** A URL template filled with the location chosen on the map. */
export function useFilled(template: string): string {
  const hub = useHub();
  const { language } = useLanguage();
  const { currentMapLocation, currentIntgLocation } = useIntegrations();
  // A built-in page has no location in its URL, and may be loaded before there is one.
  if (!currentMapLocation) return hasTokens(template) ? '' : template;
  const heading = currentIntgLocation?.heading;
  return fillTemplate(template, { ...currentMapLocation, zoom: hub.zoom.get(), heading, lang: language });
}
