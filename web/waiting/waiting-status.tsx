import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../i18n/index.ts';
import { createStore, useStore } from '../store.ts';
import { isUndecided } from './send-waiting.ts';
import type { WaitingChange } from './waiting-store.ts';

/** The lists on the page, by symbols: the first one announces, since all of them say the same. */
const lists = createStore<readonly symbol[]>([]);

/** How much waits, and how much of it needs a decision. */
export function useWaitingTexts(changes: readonly WaitingChange[]): readonly string[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const undecided = changes.filter(isUndecided).length;
  const waiting = changes.length - undecided;
  return [
    ...(waiting > 0 ? [t('waiting.count', { count: waiting, number: number(waiting) })] : []),
    ...(undecided > 0 ? [t('waiting.undecided', { count: undecided, number: number(undecided) })] : []),
  ];
}

/** Announces to screen readers how much waits of this person, once per page. */
export function WaitingStatus({ changes }: { changes: readonly WaitingChange[] }) {
  const { t } = useTranslation();
  const texts = useWaitingTexts(changes);
  const [list] = useState(() => Symbol('list'));
  useEffect(() => {
    lists.set([...lists.get(), list]);
    return () => lists.set(lists.get().filter((other) => other !== list));
  }, [list]);
  const [first] = useStore(lists);
  const [hadSome, setHadSome] = useState(false);
  if (changes.length > 0 && !hadSome) setHadSome(true);
  // There before its text, so that changes of it are announced.
  return (
    <Box component="output" sx={visuallyHidden}>
      {first === list && (texts.join('. ') || (hadSome ? t('waiting.none') : ''))}
    </Box>
  );
}
