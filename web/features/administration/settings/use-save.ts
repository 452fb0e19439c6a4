import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrialSignIn } from '../../../../wire/administration.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { type OpenedConfig, openConfig, saveConfig } from '../../../api/administration.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Draft } from './use-draft.ts';

/** Saving a draft; when somebody else has saved since, what they saved is fetched so that the person can decide. */
export function useSave(draft: Draft) {
  const { org } = useApplicationContext();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<OpenedConfig>();
  const [trying, setTrying] = useState(false);
  const [conflicts, setConflicts] = useState<string[]>([]);
  const save = useMutation({
    mutationFn: (trial?: TrialSignIn) => saveConfig(org, draft.opened.tag, draft.config, trial),
    onSuccess: (saved) => {
      setTrying(false);
      draft.saved(saved);
      queries.setQueryData(['administration', org, 'config'], saved);
      setConflicts([]);
      for (const list of ['revisions', 'audit', 'credentials'])
        void queries.invalidateQueries({ queryKey: ['administration', org, list] });
    },
    onError: async (error) => {
      if (!(error instanceof MappingError)) return;
      if (error.id === 'config:sign-in-needed') setTrying(true);
      if (error.status !== 412) return;
      setTrying(false);
      setConflict(await openConfig(org));
    },
  });
  return {
    save,
    /** Whether a sign-in with the new portal settings is needed before they are saved. */
    trying,
    endTrial() {
      setTrying(false);
      save.reset();
    },
    /** What the other saved, while the person has not decided yet. */
    conflict,
    /** Places both changed, after both were kept. */
    conflicts,
    settle(choice: 'both' | 'theirs' | 'later') {
      const theirs = conflict;
      setConflict(undefined);
      save.reset();
      if (!theirs || choice === 'later') return;
      if (choice === 'both') setConflicts(draft.rebase(theirs));
      else draft.saved(theirs);
    },
  };
}
