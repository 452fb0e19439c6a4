/**
 * In place of the module by which the SDK's components load their texts (`tools/arcgis/substitutes.ts`):
 * where they are English for want of the reader's language, ours take their place.
 */
import * as intl from '@arcgis/toolkit/intl';
import { textsOf, translated } from './sdk-texts.ts';

export * from '@arcgis/toolkit/intl';

type Strings = intl.GenericT9nStrings;

/** Follows the language of an element, and loads the texts of its component. */
export function startLocaleObserver<Texts extends Strings = Strings>(
  element: HTMLElement,
  getAssetsPath: () => string,
  onUpdated: (payload: intl.LocaleObserverResult<Texts>) => void,
  assetName?: string | null,
): () => void {
  let latest: unknown;
  const update = async (payload: intl.LocaleObserverResult<Texts>) => {
    latest = payload;
    const texts = await textsOf(payload.lang)?.catch(() => undefined);
    if (latest !== payload) return;
    onUpdated(texts ? { ...payload, t9nStrings: translated(payload.t9nStrings, texts) } : payload);
  };
  return intl.startLocaleObserver<Texts>(
    element,
    getAssetsPath,
    (payload) => void update(payload),
    assetName,
  );
}
