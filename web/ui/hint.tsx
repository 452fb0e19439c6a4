import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { LazyBoundary } from './lazy-boundary.tsx';

/** Handlers that a hint adds to its control, which has none of them itself. */
interface HintedProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: () => void;
  onPointerCancel?: () => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: () => void;
  'aria-description'?: string | undefined;
}

/** Milliseconds before a hint opens under a mouse or pen, before it opens under a finger, and before it closes. */
const delays = { pointer: 100, touch: 700, close: 100 };

interface HintProps {
  title: ReactNode;
  /** The same for assistive technology, where it is not the control's name already. */
  description?: string;
  children: ReactElement<HintedProps>;
}

/**
 * A tooltip for the controls of the first view, whose code is loaded when the pointer or the focus first reaches one.
 * The control stays the same element, so that it keeps the focus.
 */
export function Hint({ title, description, children }: HintProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  const [next, setNext] = useState({ open: false, after: 0 });
  const later = (isOpen: boolean, after: number) => setNext({ open: isOpen, after });
  useEffect(() => {
    const timer = setTimeout(() => setOpen(next.open), next.after);
    return () => clearTimeout(timer);
  }, [next]);
  useEffect(() => {
    if (!open) return undefined;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);
  const leave = () => later(false, delays.close);
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ currentTarget, pointerType }) => {
          setAnchor(currentTarget);
          later(true, pointerType === 'touch' ? delays.touch : delays.pointer);
        },
        onPointerLeave: leave,
        onPointerCancel: leave,
        onFocus: ({ currentTarget }) => {
          if (!currentTarget.matches(':focus-visible')) return;
          setAnchor(currentTarget);
          later(true, delays.pointer);
        },
        onBlur: leave,
        'aria-description': description,
      })}
      {anchor && (
        <LazyBoundary
          wanted={open}
          load={loadPopup}
          props={{ anchor, title, open, onEnter: () => later(true, 0), onLeave: leave }}
        />
      )}
    </>
  );
}

const loadPopup = async () => (await import('./hint-popup.tsx')).HintPopup;
