import { useCallback, useEffect, useState } from 'react';
import { askBeforeLeaving } from '../../../context/before-leaving.ts';

/**
 * Asks for confirmation before unsaved work is lost: before another tool opens, the user signs out, or the page is left.
 *
 * @returns whether the dialog is open, a function that answers it, and one that opens it
 */
export function useAskBeforeLeaving(dirty: boolean) {
  const [answerTo, setAnswerTo] = useState<(goOn: boolean) => void>();
  const ask = useCallback(async () => {
    if (!dirty) return true;
    return new Promise<boolean>((resolve) => setAnswerTo(() => resolve));
  }, [dirty]);
  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const stop = askBeforeLeaving('tool', ask);
    return () => {
      window.removeEventListener('beforeunload', warn);
      stop();
    };
  }, [dirty, ask]);
  const answer = (goOn: boolean) => {
    answerTo?.(goOn);
    setAnswerTo(undefined);
  };
  return { asking: answerTo !== undefined, answer, ask };
}
