import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type CopyChoices, copyItems, type CopyProgress } from '../../../portal/copy/copy-items.ts';
import type { CopiedItem, Party } from '../../../portal/copy/report.ts';
import type { PlannedCopy } from '../../../portal/copy/plan.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { listsItems } from '../../../portal/query-keys.ts';
import { createFolder, userFolders } from '../../../portal/user-content.ts';

/** How a copy went on. */
export type CopyState =
  | { step: 'choose'; error?: unknown }
  | { step: 'copying'; progress: CopyProgress | undefined }
  | { step: 'done'; report: readonly CopiedItem[]; ended: 'whole' | 'stopped' | 'signed-out' };

export type Choices = Omit<CopyChoices, 'folder'> & {
  /** Title of the folder at the target; empty: none. */
  folder: string;
};

/** Runs a copy; leaving the page stops it, and what was copied is found again the next time. */
export function useCopy(source: Party, target: Party) {
  const queries = useQueryClient();
  const [state, setState] = useState<CopyState>({ step: 'choose' });
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const start = async (plan: readonly PlannedCopy[], choices: Choices) => {
    const { signal } = (work.current = new AbortController());
    setState({ step: 'copying', progress: undefined });
    try {
      const folder = await folderAt(target, choices.folder.trim());
      const report = await copyItems(
        source,
        target,
        plan,
        { ...choices, folder },
        { signal, onProgress: (progress) => !signal.aborted && setState({ step: 'copying', progress }) },
      );
      const last = report.at(-1)?.error;
      const ended = signal.aborted ? 'stopped' : hasEnded(last) ? 'signed-out' : 'whole';
      setState({ step: 'done', report, ended });
    } catch (error) {
      if (signal.aborted) setState({ step: 'done', report: [], ended: 'stopped' });
      else setState({ step: 'choose', error });
    }
    await queries.invalidateQueries({ predicate: listsItems });
  };
  return { state, start, stop: () => work.current?.abort() };
}

function hasEnded(error: unknown): boolean {
  return needsSignIn(error) && [498, 499].includes((error as { status: number }).status);
}

/** The id of a folder, which is created if it does not exist. */
async function folderAt(target: Party, title: string): Promise<string> {
  if (title === '') return '';
  const { username } = target.user;
  const folders = await userFolders(target, username);
  const found = folders.find((folder) => folder.title === title);
  return (found ?? (await createFolder(target, username, title))).id;
}
