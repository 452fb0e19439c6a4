import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { shortErrorText } from '../../../i18n/index.ts';

/** Converts an error to a user-facing message; stable while the language does not change. */
export function useReason(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback((error: unknown) => shortErrorText(t, error), [t]);
}
