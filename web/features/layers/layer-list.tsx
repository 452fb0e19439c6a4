import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { moveLayer } from '../../map/layers/arrange-layers.ts';
import { useMapModel } from '../../map/map-model.ts';
import type { LayerState } from '../../map/map-state.ts';
import type { LayerActions } from './layer-menu.tsx';
import { LayerRow } from './layer-row.tsx';

export interface LayerListProps extends LayerActions {
  layers: readonly LayerState[];
  /** 0 for the map's own layers, 1 for those of a group … */
  depth: number;
}

/** Layers that stand together; they can be put into another order by dragging or by the keyboard. */
export function LayerList({ layers, depth, ...actions }: LayerListProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = layers.map(({ id }) => id);
  const titleOf = (id: unknown) => layers.find((layer) => layer.id === id)?.title || t('layers.untitled');
  const placeOf = (id: unknown) => ids.indexOf(String(id)) + 1;
  const end = ({ active, over }: DragEndEvent) => {
    if (model && over && active.id !== over.id)
      moveLayer(model, String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: { draggable: t('layers.drag.how') },
        announcements: {
          onDragStart: ({ active }) => t('layers.drag.lifted', { title: titleOf(active.id) }),
          onDragOver: ({ over }) =>
            over ? t('layers.drag.over', { place: placeOf(over.id), of: ids.length }) : undefined,
          onDragEnd: ({ over }) =>
            over ? t('layers.drag.dropped', { place: placeOf(over.id), of: ids.length }) : undefined,
          onDragCancel: ({ active }) => t('layers.drag.cancelled', { title: titleOf(active.id) }),
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {layers.map((layer, place) => (
            <LayerRow
              key={layer.id}
              layer={layer}
              depth={depth}
              place={place}
              count={layers.length}
              {...actions}
            >
              {layer.children.length > 0 && (
                <LayerList layers={layer.children} depth={depth + 1} {...actions} />
              )}
            </LayerRow>
          ))}
        </Box>
      </SortableContext>
    </DndContext>
  );
}
