import { queryKey } from '../query-key.ts';

/** Query keys of data loaded for the user's language. */
export const languageKeys = {
  componentTexts: (language: string) => queryKey('component-texts', language),
  mirroredStyles: queryKey('mirrored-styles'),
};
