import { setLocale } from '@arcgis/core/intl.js';

/** Tags that the SDK spells differently, or covers by a related language. */
const names: Readonly<Record<string, string>> = {
  nn: 'nb',
  'zh-CN': 'zh-CN',
  'zh-HK': 'zh-HK',
  'zh-TW': 'zh-TW',
  'pt-BR': 'pt-BR',
  'pt-PT': 'pt-PT',
};

/** The SDK's texts, numbers and dates in the user's language; unsupported languages fall back to English. */
export function setLanguage(language: string): void {
  setLocale(sdkLocale(language));
}

/** `ar-EG` → `ar`: the SDK has one variant of Arabic. Other regions determine the format of dates and numbers. */
export function sdkLocale(language: string): string {
  return names[language] ?? (language.startsWith('ar-') ? 'ar' : language);
}
