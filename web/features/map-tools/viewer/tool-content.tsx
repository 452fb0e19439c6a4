import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapModel } from '../../../map/map-model.ts';
import { LoadFailed } from '../../../ui/state-message.tsx';
import type { ViewerTool } from './viewer-tools.ts';

/** Panels that were loaded before, so that reopening a tool shows it at once. */
const loadedPanels = new WeakMap<ViewerTool['load'], ComponentType>();

/** The content of a tool's panel, loaded when the tool is opened. */
export function ToolContent({ load, takesClicks }: Pick<ViewerTool, 'load' | 'takesClicks'>) {
  const { t } = useTranslation();
  const [Panel, setPanel] = useState<ComponentType | undefined>(() => loadedPanels.get(load));
  const [turn, setTurn] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (loadedPanels.has(load)) return undefined;
    let left = false;
    const loadPanel = async () => {
      try {
        const panel = await load();
        loadedPanels.set(load, panel);
        if (!left) setPanel(() => panel);
      } catch {
        if (!left) setFailed(true);
      }
    };
    void loadPanel();
    return () => {
      left = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn tries again
  }, [load, turn]);
  if (Panel) return <Panel />;
  if (!failed)
    return (
      <>
        {takesClicks && <HeldClicks />}
        <PanelSkeleton />
      </>
    );
  const again = () => {
    setFailed(false);
    setTurn(turn + 1);
  };
  return (
    <Box sx={{ p: 2 }}>
      <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />
    </Box>
  );
}

/** Holds the clicks on the map for the tool that is loading. */
function HeldClicks() {
  const model = useMapModel();
  useEffect(() => model?.holdClicks(), [model]);
  return null;
}

/** Not animated: a moving skeleton would compete with the map for graphics time. */
export function PanelSkeleton() {
  const { t } = useTranslation();
  return (
    <Box component="output" aria-label={t('app.loading')} sx={{ p: 2, display: 'grid', gap: 1 }}>
      {[80, 60, 70].map((width) => (
        <Skeleton key={width} animation={false} width={`${width}%`} height={24} />
      ))}
    </Box>
  );
}
