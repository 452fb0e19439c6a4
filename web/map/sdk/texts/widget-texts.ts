import { createJSONLoader, registerMessageBundleLoader } from '@arcgis/core/intl.js';
import { assetsPath } from 'virtual:arcgis-build';
import { textsOf, translated } from './sdk-texts.ts';

/**
 * Gives the SDK's widgets texts in languages that the SDK does not have. The SDK asks the loader that was registered last first, and
 * its own one where that fails.
 */
export function registerWidgetTexts(): void {
  const own = createJSONLoader({ pattern: 'esri/', location: new URL(`${assetsPath}/`, location.href) });
  registerMessageBundleLoader({
    pattern: 'esri/',
    async fetchMessageBundle(bundle, locale) {
      const texts = textsOf(locale);
      const messages: unknown = await own.fetchMessageBundle(bundle, locale);
      return texts ? translated(messages, await texts) : messages;
    },
  });
}
