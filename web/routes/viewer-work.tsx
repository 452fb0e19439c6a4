import Divider from '@mui/material/Divider';
import type { ReactNode } from 'react';
import { historyTool, UndoButtons } from '../features/history/index.ts';
import { DraftOffer, SaveButton, SavingProvider, saveTool } from '../features/saving/index.ts';
import { shareTool } from '../features/sharing/index.ts';
import type { ViewerSlots, ViewerTool } from '../features/viewer/index.ts';

/** What of the map viewer has to do with the map as a document: saving, its history, taking back. */
export const workTools: readonly ViewerTool[] = [shareTool, saveTool, historyTool];

/** A server that is gone shows itself when one saves: what then says so must be there. */
const ahead = workTools.map(({ load }) => load);

function WorkAround({ children }: { children: ReactNode }) {
  return <SavingProvider ahead={ahead}>{children}</SavingProvider>;
}

export const workSlots: Omit<ViewerSlots, 'tools'> = {
  Around: WorkAround,
  actions: (
    <>
      <UndoButtons />
      <Divider orientation="vertical" flexItem />
      <SaveButton />
    </>
  ),
  notes: <DraftOffer />,
};
