import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { type MapModel, useMapModel } from '../../map/map-model.ts';
import { shownTable } from '../../map/table/shown-table.ts';
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
  useEffect(() => {
    if (layerId === undefined || Panel) return undefined;
    let left = false;
    const load = async () => {
      const { TablePanel } = await import('./table-panel.tsx');
      if (!left) setPanel(() => TablePanel);
    };
    // Nothing was opened, so that asking again tries again.
    load().catch(() => shown.set(undefined));
    return () => {
      left = true;
    };
  }, [layerId, Panel, shown]);
  if (layerId === undefined || !Panel) return null;
  return <Panel key={layerId} layerId={layerId} onClose={() => shown.set(undefined)} />;
}
