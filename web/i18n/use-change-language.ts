import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { changeLanguage } from './i18n.ts';
import type { Language } from './locales.ts';

/** Changes the language at once, stores the choice, and replaces the language in the address. */
export function useChangeLanguage(): (next: Language) => void {
  const [searchParams, setSearchParams] = useSearchParams();
  return useCallback(
    (next) => {
      void changeLanguage(next);
      if (!searchParams.has('lang')) return;
      // Otherwise the language in the address would take precedence after a reload.
      const others = new URLSearchParams(searchParams);
      others.delete('lang');
      setSearchParams(others, { replace: true, preventScrollReset: true });
    },
    [searchParams, setSearchParams],
  );
}
