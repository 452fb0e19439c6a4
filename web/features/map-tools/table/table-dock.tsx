import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAudience } from '../../../context/audience.ts';
import { type MapModel, useMapModel, useMapState } from '../../../map/map-model.ts';
import { layerById } from '../../../map/map-state.ts';
import { useStore } from '../../../store.ts';
import { shownTable } from '../../../map/table/feature-table.ts';
import type { TablePanelProps } from './table-panel.tsx';

interface TableNoticeProps {
  failed: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** Shown in place of the table while its code loads, or when loading fails. */
function TableNotice({ failed, onAgain, onClose }: TableNoticeProps) {
  const { t } = useTranslation();
  return (
    <Box sx={styles.notice}>
      {failed ? (
        <Alert
          severity="error"
          action={
            <>
              <Button onClick={onAgain}>{t('app.tryAgain')}</Button>
              <Button onClick={onClose}>{t('table.close')}</Button>
            </>
          }
        >
          {t('viewer.toolFailed')}
        </Alert>
      ) : (
        <Box component="output" aria-label={t('app.loading')}>
          <Skeleton animation={false} height={32} />
        </Box>
      )}
    </Box>
  );
}

const styles = {
  notice: { flexShrink: 0, p: 1, borderTop: 1, borderColor: 'divider', backgroundColor: 'background.paper' },
} as const;

/** The place of the table: empty, without loading its code, until a layer's table is opened. */
export function TableDock() {
  const model = useMapModel();
  const { tables } = useAudience();
  return model && tables ? <Dock model={model} /> : null;
}

function Dock({ model }: { model: MapModel }) {
  const shown = shownTable(model);
  const layerId = useStore(shown);
  // Other features are other rows, and they cannot be edited.
  const asOf = useMapState(({ layers }) => layerById(layers, layerId ?? '')?.asOf);
  // Computed again, a layer has other rows and perhaps other columns.
  const instance = useMapState(({ layers }) => layerById(layers, layerId ?? '')?.instance);
  const [Panel, setPanel] = useState<ComponentType<TablePanelProps>>();
  const [failed, setFailed] = useState(false);
  const waits = layerId !== undefined && !Panel && !failed;
  useEffect(() => {
    if (!waits) return undefined;
    let left = false;
    const load = async () => {
      const { TablePanel } = await import('./table-panel.tsx');
      if (!left) setPanel(() => TablePanel);
    };
    load().catch(() => !left && setFailed(true));
    return () => {
      left = true;
    };
  }, [waits]);
  if (layerId === undefined) return null;
  const close = () => {
    setFailed(false);
    shown.set(undefined);
  };
  if (!Panel) return <TableNotice failed={failed} onAgain={() => setFailed(false)} onClose={close} />;
  return <Panel key={`${layerId} ${asOf ?? ''} ${instance ?? ''}`} layerId={layerId} onClose={close} />;
}
