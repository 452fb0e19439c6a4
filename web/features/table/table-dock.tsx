import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { type MapModel, useMapModel } from '../../map/map-model.ts';
import { shownTable } from '../../map/table/shown-table.ts';
import { TableNotice } from './table-notice.tsx';
import type { TablePanelProps } from './table-panel.tsx';

/** The place of the table. It is empty, and its code not loaded, until the table of a layer is asked for. */
export function TableDock() {
  const model = useMapModel();
  return model ? <Dock model={model} /> : null;
}

function Dock({ model }: { model: MapModel }) {
  const shown = shownTable(model);
  const layerId = useSyncExternalStore(shown.subscribe, shown.get);
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
  return <Panel key={layerId} layerId={layerId} onClose={close} />;
}
