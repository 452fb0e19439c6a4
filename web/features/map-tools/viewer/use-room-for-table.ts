import { useEffect } from 'react';
import { useMapModel } from '../../../map/map-model.ts';
import { shownTable } from '../../../map/table/shown-table.ts';

/** Closes the sheet of the open tool when a table opens on a phone, where both together would cover the map. */
export function useRoomForTable(closeSheet: () => void): void {
  const model = useMapModel();
  useEffect(() => {
    if (!model) return undefined;
    const shown = shownTable(model);
    return shown.subscribe(() => {
      if (shown.get() !== undefined && matchMedia('(max-width: 599.95px)').matches) closeSheet();
    });
  }, [model, closeSheet]);
}
