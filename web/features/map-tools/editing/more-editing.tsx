import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapModel } from '../../../map/map-model.ts';
import { StepHead } from './step-head.tsx';

/**
 * The SDK's own editor, for operations that only it supports: splitting and merging features, changing several at once,
 * related records and subtype layers.
 */
export function MoreEditing({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const [failed, setFailed] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!model || !host.current) return undefined;
    let left = false;
    let remove: (() => void) | undefined;
    const show = async (place: HTMLElement) => {
      try {
        remove = await model.showTool('editor', place);
        if (left) remove();
      } catch {
        if (!left) setFailed(true);
      }
    };
    void show(host.current);
    return () => {
      left = true;
      remove?.();
    };
  }, [model]);
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <StepHead title={t('edit.more')} onBack={onBack} />
      {failed && (
        <Alert severity="error" sx={{ mx: 2 }}>
          {t('viewer.toolFailed')}
        </Alert>
      )}
      <Box ref={host} sx={{ flex: 1, minHeight: 0, '& > *': { height: '100%' } }} />
    </Box>
  );
}
