import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { changeLanguage } from './i18n.ts';
import type { Language } from './locales.ts';

/** How the person chooses another language: at once, remembered, and in place of the one the address names. */
export function useChangeLanguage(): (next: Language) => void {
  const [searchParams, setSearchParams] = useSearchParams();
  return useCallback(
    (next) => {
      void changeLanguage(next);
      if (!searchParams.has('lang')) return;
      // The language of the address would win at the next reload.
      const others = new URLSearchParams(searchParams);
      others.delete('lang');
      setSearchParams(others, { replace: true, preventScrollReset: true });
    },
    [searchParams, setSearchParams],
  );
}
