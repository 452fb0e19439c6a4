import { useTranslation } from 'react-i18next';
import { MappingError } from '../../wire/errors.ts';
import { WithEnglish } from '../ui/with-english.tsx';
import { errorText, shortErrorText } from './error-text.ts';

interface ErrorMessageProps {
  error: unknown;
  /** The sentence that contains the text; the text alone when absent. */
  within?: (text: string) => string;
  /** Of one failure among others: without advice. */
  short?: boolean;
}

/** An error in the reader's language (`errorText`). What a server has written into it is marked as English. */
export function ErrorMessage({ error, within = (text) => text, short = false }: ErrorMessageProps) {
  const { t } = useTranslation();
  const text = short ? shortErrorText(t, error) : errorText(t, error);
  return <WithServerWords text={within(text)} words={serverWordsOf(error, text)} />;
}

/** What a server has written into an error's text: all of a message that the catalogue lacks, else the reason of a fault. */
function serverWordsOf(error: unknown, text: string): string | undefined {
  if (!(error instanceof MappingError)) return undefined;
  const reasons = error.faults.map(({ values }) => values?.['reason']);
  return [error.message, ...reasons]
    .filter((words) => typeof words === 'string')
    .find((words) => isLikelyEnglish(words) && text.includes(words));
}

/** Portals may answer in the language of their organisation, which letters that English lacks show. */
function isLikelyEnglish(words: string): boolean {
  return /[a-z]/i.test(words) && !/\p{L}/u.test(words.replaceAll(/[a-z]/gi, ''));
}

/** A sentence in the reader's language with words of a server, which are marked where the reader's language is not English. */
export function WithServerWords({ text, words = '' }: { text: string; words?: string | undefined }) {
  const { i18n } = useTranslation();
  const isForeign = !i18n.language.startsWith('en') && isLikelyEnglish(words);
  return <WithEnglish text={text} english={isForeign ? words : undefined} />;
}
