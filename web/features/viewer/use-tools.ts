import { useMemo, useSyncExternalStore } from 'react';
import { useMapModel } from '../../map/map-model.ts';
import { openingState } from '../../map/map-state.ts';
import type { ViewerTool } from './viewer-tools.ts';

const nothing = () => () => {};

/** The tools that make sense for the open map. Renders again only when another tool does. */
export function useTools(tools: readonly ViewerTool[]): readonly ViewerTool[] {
  const model = useMapModel();
  // A string compares by value, so a change of the map that changes no tool renders nothing.
  const offered = useSyncExternalStore(model?.state.subscribe ?? nothing, () => {
    const state = model?.state.get() ?? openingState;
    return tools
      .filter((tool) => tool.offered?.(state) ?? true)
      .map(({ id }) => id)
      .join(' ');
  });
  return useMemo(() => {
    const ids = new Set(offered.split(' '));
    return tools.filter(({ id }) => ids.has(id));
  }, [tools, offered]);
}
