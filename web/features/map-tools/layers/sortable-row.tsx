import { useDraggable, useDroppable } from '@dnd-kit/core';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { radii, sizes } from '../../../ui/sizes.ts';
import { lineAbove, lineAtEnd, type ListPlace } from './list-places.ts';

/** What rows know of their list. */
interface ListState {
  movable: ReadonlySet<string>;
  /** The place at which the dragged row would be dropped; undefined while that is its own. */
  target: ListPlace | undefined;
  /** Whether it is moved by keyboard. */
  byKeyboard: boolean;
}

export const ListContext = createContext<ListState>({
  movable: new Set(),
  target: undefined,
  byKeyboard: false,
});
/** How many groups contain a row. */
const DepthContext = createContext(0);

/** A list without bullets and margins. */
export const unmarked = { m: 0, p: 0, listStyle: 'none' } as const;

/** The line at which the dragged row will be dropped. */
export function DropLine({ id, end = false }: { id: string; end?: boolean }) {
  const depth = useContext(DepthContext);
  const { target, byKeyboard } = useContext(ListContext);
  const line = useRef<HTMLElement>(null);
  const { setNodeRef } = useDroppable({ id });
  const shown = target?.id === id;
  useEffect(() => {
    if (shown && byKeyboard) line.current?.scrollIntoView({ block: 'nearest' });
  }, [shown, byKeyboard]);
  return (
    <Box ref={setNodeRef} aria-hidden sx={{ ...styles.place, ...(end ? { bottom: 0 } : { top: 0 }) }}>
      {shown && <Box ref={line} sx={{ ...styles.line, insetInlineStart: 8 + depth * 16 }} />}
    </Box>
  );
}

interface SortableRowProps {
  id: string;
  title: string;
  /** Whether the row stays where it is. */
  fixed?: boolean;
  /** What follows the grip. */
  head: ReactNode;
  headSx?: object;
  /** What is below. */
  children: ReactNode;
  /** A `SortableRow` for each member of a group. */
  members?: ReactNode;
}

/** A row of a `SortableList`, with a grip at its start. */
export function SortableRow({ id, title, fixed = false, head, headSx, children, members }: SortableRowProps) {
  const { t } = useTranslation();
  const { movable, target } = useContext(ListContext);
  const depth = useContext(DepthContext);
  const disabled = fixed || !movable.has(id);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useDraggable({
    id,
    disabled,
  });
  return (
    <Box component="li" sx={styles.row}>
      <DropLine id={lineAbove(id)} />
      <Box
        ref={setNodeRef}
        style={{ transform: transform ? `translate(0, ${transform.y}px)` : undefined }}
        sx={{
          ...styles.head,
          paddingInlineStart: depth * 2,
          ...(target?.group === id && styles.target),
          ...headSx,
          ...(isDragging && styles.dragged),
        }}
      >
        <IconButton
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          // Otherwise an English word; the instructions say what the button does.
          aria-roledescription={undefined}
          aria-label={t('layers.drag', { title })}
          data-grip={id}
          disabled={disabled}
          sx={styles.grip}
        >
          <DragIndicator fontSize="small" />
        </IconButton>
        {head}
      </Box>
      {/* What is below stays in its place, so that it does not cover the others. */}
      <Box sx={isDragging ? styles.dimmed : undefined}>
        {children}
        {members && (
          <DepthContext value={depth + 1}>
            <Box component="ul" sx={unmarked}>
              {members}
            </Box>
            <DropLine id={lineAtEnd(id)} end />
          </DepthContext>
        )}
      </Box>
    </Box>
  );
}

const styles = {
  row: { position: 'relative' },
  head: {
    display: 'flex',
    alignItems: 'center',
    minHeight: sizes.touch,
    backgroundColor: 'background.paper',
  },
  dragged: { position: 'relative', zIndex: 2, opacity: 0.8, boxShadow: '0 8px 24px rgb(0 0 0 / 14%)' },
  dimmed: { opacity: 0.5 },
  target: { backgroundColor: 'action.selected' },
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
  place: { position: 'absolute', insetInline: 0, height: 0, zIndex: 3, pointerEvents: 'none' },
  line: {
    position: 'absolute',
    top: -2,
    insetInlineEnd: 8,
    height: 4,
    borderRadius: 2,
    backgroundColor: 'primary.main',
    scrollMarginBlock: sizes.touch,
  },
} as const;
