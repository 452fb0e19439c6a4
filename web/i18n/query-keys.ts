import { queryKey } from '../query-key.ts';

/** Keys of what is loaded for the person's language. */
export const languageKeys = {
  componentTexts: (language: string) => queryKey('component-texts', language),
  mirroredStyles: queryKey('mirrored-styles'),
};
