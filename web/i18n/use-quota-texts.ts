import { useTranslation } from 'react-i18next';
import type { StorageResponse } from '../../wire/quota.ts';
import { useFormats } from './formats.ts';
import { useLanguage } from './use-language.ts';

/** The share of a day's processing time from which it is shown: few users come near it, and it starts again the next day. */
const shareToShow = 0.5;

/** What is used of each quota besides bytes, one text per quota: “Items: 12 of 10,000”. An amount without a quota has none. */
export function useQuotaTexts(): (storage: Pick<StorageResponse, 'used' | 'most'>) => string[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { formats } = useLanguage();
  return ({ used, most }) => {
    const counts = (['items', 'features', 'sharedMaps'] as const)
      // In JSON, no limit is null.
      .filter((amount) => Number.isFinite(most[amount]))
      .map((amount) =>
        t(`content.storage.${amount}`, { used: number(used[amount]), most: number(most[amount]) }),
      );
    const { uploadSeconds: seconds } = most;
    if (!Number.isFinite(seconds) || used.uploadSeconds < seconds * shareToShow) return counts;
    const minutes = new Intl.NumberFormat(formats, {
      style: 'unit',
      unit: 'minute',
      // An operator may allow seconds only.
      maximumFractionDigits: seconds < 600 ? 1 : 0,
    });
    const [usedTime, mostTime] = [used.uploadSeconds, seconds].map((time) => minutes.format(time / 60));
    return [...counts, t('content.storage.uploadSeconds', { used: usedTime, most: mostTime })];
  };
}
