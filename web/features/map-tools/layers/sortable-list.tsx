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
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { radii, sizes } from '../../../ui/sizes.ts';

interface SortableListProps {
  /** The rows in their order. */
  ids: readonly string[];
  titleOf: (index: number) => string;
  /** Name of the list. */
  label?: string;
  /** How to move a row, for screen reader users. */
  instructions: string;
  /** Moves a row to the place of another. */
  onMove: (from: number, to: number) => void;
  /** A `SortableRow` for each id. */
  children: ReactNode;
}

/** A list that is reordered by dragging or by keyboard; moves are announced to screen readers. */
export function SortableList({ ids, titleOf, label, instructions, onMove, children }: SortableListProps) {
  const { t } = useTranslation();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = ({ id }: { id: unknown }) => ids.indexOf(String(id));
  const title = (row: { id: unknown }) => ({ title: titleOf(indexOf(row)) });
  const place = (row: { id: unknown }) => ({ place: indexOf(row) + 1, of: ids.length });
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(indexOf(active), indexOf(over));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: { draggable: instructions },
        announcements: {
          onDragStart: ({ active }) => t('layers.drag.lifted', title(active)),
          onDragOver: ({ over }) => (over ? t('layers.drag.over', place(over)) : undefined),
          onDragEnd: ({ over }) => (over ? t('layers.drag.dropped', place(over)) : undefined),
          onDragCancel: ({ active }) => t('layers.drag.cancelled', title(active)),
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {children}
        </Box>
      </SortableContext>
    </DndContext>
  );
}

interface SortableRowProps {
  id: string;
  title: string;
  /** Whether the row stays where it is. */
  fixed?: boolean;
  sx?: object;
  /** What follows the grip. */
  head: ReactNode;
  headSx?: object;
  /** What is below. */
  children: ReactNode;
}

/** A row of a `SortableList`, with a grip at its start. */
export function SortableRow({ id, title, fixed = false, sx, head, headSx, children }: SortableRowProps) {
  const { t } = useTranslation();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled: fixed });
  return (
    <Box
      component="li"
      ref={setNodeRef}
      data-dragged={isDragging || undefined}
      style={{ transform: transform ? `translate(0, ${transform.y}px)` : undefined, transition }}
      sx={{ ...styles.row, ...sx, ...(isDragging && styles.dragged) }}
    >
      <Box sx={{ ...styles.head, ...headSx }}>
        <IconButton
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t('layers.drag', { title })}
          disabled={fixed}
          sx={styles.grip}
        >
          <DragIndicator fontSize="small" />
        </IconButton>
        {head}
      </Box>
      {children}
    </Box>
  );
}

const styles = {
  row: { position: 'relative', backgroundColor: 'background.paper' },
  dragged: { zIndex: 2, boxShadow: '0 8px 24px rgb(0 0 0 / 14%)' },
  head: { display: 'flex', alignItems: 'center', minHeight: sizes.touch },
  grip: {
    width: 28,
    height: sizes.touch,
    flexShrink: 0,
    borderRadius: radii.control,
    color: 'text.secondary',
    cursor: 'grab',
    touchAction: 'none',
    '&.Mui-disabled': { opacity: 0 },
  },
} as const;
