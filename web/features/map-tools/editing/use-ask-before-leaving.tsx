import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askBeforeLeaving } from '../../../context/before-leaving.ts';
import type { Editing } from '../../../map/edit/edit-feature.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface Asking {
  /** Asks, if something would be lost; resolves with whether to continue. */
  ask: () => Promise<boolean>;
  /** The question, while it is asked. */
  question: ReactNode;
}

/**
 * Asks for confirmation before unsaved work is lost: before another tool opens, the user signs out, or the page is left.
 * @param editing whose request under way is awaited instead: it can no longer be discarded, and its refusal must be seen
 */
export function useAskBeforeLeaving(dirty: boolean, editing?: Editing): Asking {
  const { t } = useTranslation();
  const [answerTo, setAnswerTo] = useState<(goOn: boolean) => void>();
  const ask = useCallback(async () => {
    if (editing?.state.get().form?.status === 'sending') return whenSent(editing);
    if (!dirty) return true;
    return new Promise<boolean>((resolve) => setAnswerTo(() => resolve));
  }, [dirty, editing]);
  /** The user has agreed to leave: when the page reloads then, the browser need not ask again. */
  const agreed = useRef(false);
  useEffect(() => {
    if (!dirty) return undefined;
    agreed.current = false;
    const warn = (event: BeforeUnloadEvent) => {
      if (!agreed.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    // The page may have stayed all the same.
    const stay = () => (agreed.current = false);
    for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, stay, true);
    const stop = askBeforeLeaving('tool', async () => (await ask()) && (() => (agreed.current = true)));
    return () => {
      window.removeEventListener('beforeunload', warn);
      for (const type of ['pointerdown', 'keydown']) window.removeEventListener(type, stay, true);
      stop();
    };
  }, [dirty, ask]);
  const answer = (goOn: boolean) => {
    answerTo?.(goOn);
    setAnswerTo(undefined);
  };
  const question = answerTo && (
    <ConfirmDialog
      question={t('edit.leave.title')}
      consequences={t('edit.leave.why')}
      confirm={t('edit.leave.discard')}
      cancel={t('edit.leave.stay')}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
  return { ask, question };
}

/** Resolves once the form that is being sent has an answer, with whether the layer has taken it. */
function whenSent({ state }: Editing): Promise<boolean> {
  const sent = state.get().form;
  return new Promise((resolve) => {
    const stop = state.subscribe(() => {
      const { form } = state.get();
      const isSame = form?.key === sent?.key;
      if (isSame && form?.status === 'sending') return;
      stop();
      resolve(!isSame);
    });
  });
}
