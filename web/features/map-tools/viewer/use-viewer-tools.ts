import { useMemo } from 'react';
import { useAddressView } from '../../../context/address-view.ts';
import { useIdentity } from '../../../context/application-context.ts';
import { useAudience } from '../../../context/audience.ts';
import { useMapState } from '../../../map/map-model.ts';
import type { ViewerTool } from './viewer-tools.ts';

export interface ViewerTools {
  /** Tools that a link or a button can open. */
  tools: readonly ViewerTool[];
  /** Those of them that are listed, in the rail and in the command palette. */
  listed: readonly ViewerTool[];
  /** Ids of the listed tools. */
  found: ReadonlySet<string>;
}

/** Decides which tools the current user gets for the open map. Re-renders only when these change. */
export function useViewerTools(all: readonly ViewerTool[]): ViewerTools {
  const [inScene] = useAddressView('scene');
  const visitor = useIdentity().user === undefined;
  const { mayUse } = useAudience();
  // A string compares by value, so map changes that affect no tool cause no render.
  const ids = useMapState((state) =>
    all
      .filter(({ offered, only }) => (offered?.(state) ?? true) && (inScene || only !== 'scene'))
      .map(({ id }) => id)
      .join(' '),
  );
  return useMemo(() => {
    const available = new Set(ids.split(' '));
    const tools = all.filter(({ id }) => available.has(id) && mayUse(id));
    const listed = tools.filter(({ membersOnly }) => !(visitor && membersOnly));
    return { tools, listed, found: new Set(listed.map(({ id }) => id)) };
  }, [all, ids, visitor, mayUse]);
}
