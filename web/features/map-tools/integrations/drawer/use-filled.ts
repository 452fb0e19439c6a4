import { fillTemplate, hasTokens } from '../../../../../wire/integration-url.ts';
import { useIntegrations } from '../../../../context/application-context.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { useHub } from '../host/hub.ts';

/** A template filled with the place that was chosen on the map. */
export function useFilled(template: string): string {
  const hub = useHub();
  const { language } = useLanguage();
  const { currentMapLocation, currentIntgLocation } = useIntegrations();
  // A page of the product has no place in its address, and may be loaded before there is one.
  if (!currentMapLocation) return hasTokens(template) ? '' : template;
  const heading = currentIntgLocation?.heading;
  return fillTemplate(template, { ...currentMapLocation, zoom: hub.zoom.get(), heading, lang: language });
}
