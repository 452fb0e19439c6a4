/** The user's language: message catalogue, choice, direction, menu. */
export { errorParts, errorText, itemTypeName, shortErrorText, valuesOf } from './error-text.ts';
export {
  currentDirection,
  currentLanguage,
  isMessageKey,
  loadMessages,
  restrictToOffered,
  type MessageKey,
  startLanguages,
} from './i18n.ts';
export { formatLocale, languageName, nameOfCode, setPortalFormat } from './format-locale.ts';
export { useFormats, useValueText } from './formats.ts';
export { languageKeys } from './query-keys.ts';
export { LanguageMenu } from './language-menu.tsx';
export { languageLabel, loadComponentTexts, offeredLanguages, translatedLanguages } from './translations.ts';
export { isLanguage, nativeName } from '../../wire/languages.ts';
export { useChangeLanguage } from './use-language.ts';
export { useLanguage } from './use-language.ts';
export { useItemTexts } from './use-item-texts.ts';
