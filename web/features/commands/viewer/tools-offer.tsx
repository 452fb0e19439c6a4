import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenTool } from '../../../context/open-tool.ts';
import { useMapState } from '../../../map/map-model.ts';
import type { Command } from '../command.ts';
import { useOffer } from '../commands-context.ts';
import type { OfferedTool } from './offered-tool.ts';

/** The tools of the sidebar that make sense for the open map. */
export function ToolsOffer({ tools }: { tools: readonly OfferedTool[] }) {
  const { t } = useTranslation();
  const openTool = useOpenTool();
  const state = useMapState((whole) => whole);
  const offer = useMemo(
    () => ({
      commands: tools
        .filter(({ offered }) => offered?.(state) ?? true)
        .map(({ id, title, Icon }): Command => ({
          id: `tool ${id}`,
          group: 'tools',
          title: t(title),
          words: t('viewer.tools'),
          Icon,
          run: () => openTool(id),
        })),
    }),
    [t, tools, state, openTool],
  );
  useOffer('tools', offer);
  return null;
}
