import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SdkTool, useMapModel, useMapState } from '../../../map/map-model.ts';
import { LoadFailed } from '../../../ui/state-message.tsx';
import { PanelSkeleton } from './tool-content.tsx';

/** A tool of the SDK. It loads after the map has been drawn, which has priority. */
export function SdkPanel({ tool }: { tool: SdkTool }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const drawn = useMapState((state) => state.drawn);
  const host = useRef<HTMLDivElement>(null);
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    if (!model || !drawn || !host.current) return undefined;
    let remove: (() => void) | undefined;
    let left = false;
    const show = async (host: HTMLElement) => {
      try {
        const take = await model.showTool(tool, host);
        if (left) take();
        else remove = take;
        setState('shown');
      } catch {
        setState('failed');
      }
    };
    void show(host.current);
    return () => {
      left = true;
      remove?.();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn tries again
  }, [model, drawn, tool, turn]);
  const again = () => {
    setState('loading');
    setTurn(turn + 1);
  };
  return (
    <>
      {state === 'loading' && <PanelSkeleton />}
      {state === 'failed' && (
        <Box sx={{ p: 2 }}>
          <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />
        </Box>
      )}
      <Box
        ref={host}
        // A legend has no controls that take the focus, so that its keys could not scroll it.
        tabIndex={tool === 'legend' ? 0 : undefined}
        sx={{ display: state === 'shown' ? 'block' : 'none', height: '100%', '& > *': { height: '100%' } }}
      />
    </>
  );
}
