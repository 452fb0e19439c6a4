import { setLocale } from '@arcgis/core/intl.js';

/** Tags that the SDK spells otherwise, or has under a relative's name. */
const names: Readonly<Record<string, string>> = {
  nn: 'nb',
  'zh-CN': 'zh-CN',
  'zh-HK': 'zh-HK',
  'zh-TW': 'zh-TW',
  'pt-BR': 'pt-BR',
  'pt-PT': 'pt-PT',
};

/** The SDK's own words, numbers and dates in the person's language; languages it does not know read English. */
export function setLanguage(language: string): void {
  setLocale(sdkLocale(language));
}

/** `ar-EG` → `ar`: of Arabic the SDK has one variant. A region elsewhere says how dates and numbers are written. */
export function sdkLocale(language: string): string {
  return names[language] ?? (language.startsWith('ar-') ? 'ar' : language);
}
