import {
  type Active,
  type CollisionDetection,
  DndContext,
  type DragOverEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type Over,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  lineAbove,
  lineAtEnd,
  type ListPlace,
  type ListRow,
  movableRows,
  nearestLine,
  placesFor,
} from './list-places.ts';
import { DropLine, ListContext, unmarked } from './sortable-row.tsx';

interface SortableListProps {
  /** The rows in their order, with the members of groups. */
  rows: readonly ListRow[];
  titleOf: (id: string) => string;
  /** Name of the list. */
  label?: string;
  /** How to move a row, for screen reader users. */
  instructions: string;
  /** Whether groups can be moved into groups. */
  groupsNest?: boolean;
  onMove: (id: string, place: ListPlace) => void;
  /** A `SortableRow` for each row; those of groups contain their members. */
  children: ReactNode;
}

/**
 * A list that is reordered by dragging or by keyboard, also into and out of groups. A line shows where the row will be
 * dropped; moves are announced to screen readers.
 */
export function SortableList({
  rows,
  titleOf,
  label,
  instructions,
  groupsNest = true,
  onMove,
  children,
}: SortableListProps) {
  const { t } = useTranslation();
  const [target, setTarget] = useState<ListPlace>();
  const [chosen, setChosen] = useState<string>();
  const { box, focusAfterMove } = useFocusOnGrip(rows);
  const placesOf = (id: UniqueIdentifier) => placesFor(rows, String(id), groupsNest);
  // The keyboard chooses a place, not a position on the screen.
  const choose: KeyboardCoordinateGetter = (event, { active, context }) => {
    const step = steps[event.code];
    if (step === undefined) return;
    event.preventDefault();
    const { places } = placesOf(active);
    const at = places.findIndex(({ id }) => id === context.over?.id);
    setChosen(places[at + step]?.id ?? places[at]?.id);
  };
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: choose }),
  );
  const detect: CollisionDetection = ({ active, droppableRects, pointerCoordinates }) => {
    const { places, own } = placesOf(active.id);
    if (!pointerCoordinates) return [{ id: chosen ?? own?.id ?? '' }];
    const lines = places.flatMap((place) => {
      // The lines above and below the row itself are one place.
      const ids = place === own ? [lineAbove(String(active.id)), place.id] : [place.id];
      return ids.map((id) => ({ id: place.id, y: droppableRects.get(id)?.top ?? 0 }));
    });
    const nearest = nearestLine(lines, pointerCoordinates.y);
    return nearest ? [{ id: nearest.id }] : [];
  };
  const drop = ({ active, over }: { active: Active; over: Over | null }) => {
    const { places, own } = placesOf(active.id);
    const place = places.find(({ id }) => id === over?.id);
    return { place, isOwn: place === own };
  };
  const title = ({ id }: Active) => ({ title: titleOf(String(id)) });
  const announce = (key: 'layers.drag.over' | 'layers.drag.dropped') => (event: DragOverEvent) => {
    const { place } = drop(event);
    if (!place) return undefined;
    const text = t(key, { place: place.index + 1, of: place.count });
    return place.group === undefined ? text : `${titleOf(place.group)}: ${text}`;
  };
  const end = () => {
    setTarget(undefined);
    setChosen(undefined);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      onDragOver={(event) => {
        const { place, isOwn } = drop(event);
        setTarget(isOwn ? undefined : place);
      }}
      onDragEnd={(event) => {
        end();
        const { place, isOwn } = drop(event);
        if (!place || isOwn) return;
        const id = String(event.active.id);
        focusAfterMove(id);
        onMove(id, place);
      }}
      onDragCancel={end}
      accessibility={{
        screenReaderInstructions: { draggable: instructions },
        announcements: {
          onDragStart: ({ active }) => t('layers.drag.lifted', title(active)),
          onDragOver: announce('layers.drag.over'),
          onDragEnd: announce('layers.drag.dropped'),
          onDragCancel: ({ active }) => t('layers.drag.cancelled', title(active)),
        },
      }}
    >
      <ListContext
        value={{
          movable: new Set(movableRows(rows)),
          target,
          byKeyboard: chosen !== undefined,
        }}
      >
        <Box ref={box} sx={{ position: 'relative' }}>
          <Box component="ul" aria-label={label} sx={unmarked}>
            {children}
          </Box>
          <DropLine id={lineAtEnd()} end />
        </Box>
      </ListContext>
    </DndContext>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Returns the focus, which is lost with the element of a row in its former place, to the grip of a row that
 * was dropped.
 */
function useFocusOnGrip(rows: readonly ListRow[]) {
  const box = useRef<HTMLElement>(null);
  const dropped = useRef<string>(undefined);
  const order = JSON.stringify(rows);
  useEffect(() => {
    const grips = [...(box.current?.querySelectorAll<HTMLElement>('[data-grip]') ?? [])];
    const grip = grips.find(({ dataset }) => dataset['grip'] === dropped.current);
    if (!grip) return;
    dropped.current = undefined;
    if (document.activeElement === document.body) grip.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the focus is lost when the order changes
  }, [order]);
  const focusAfterMove = (id: string) => {
    dropped.current = id;
  };
  return { box, focusAfterMove };
}
