import { useTranslation } from 'react-i18next';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { ReadError, readLimits } from './read/read-features.ts';

/** Returns a function that gives the text of an error while a file was read or added. */
export function useReadProblem(): (error: unknown) => string {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (error) => {
    if (!(error instanceof ReadError)) return errorText(t, error);
    const words = t(`add.problem.${error.problem}`, {
      megabytes: number(readLimits.bytes / 1_000_000),
      features: number(readLimits.features),
    });
    return error.message === error.problem ? words : `${words} (${error.message})`;
  };
}
