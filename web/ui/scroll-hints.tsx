import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { type RefObject, useEffect, useState } from 'react';

interface ScrollHintsProps {
  /** Holds the hints, and the list that scrolls as its first child; positioned. */
  of: RefObject<HTMLElement | null>;
}

/** Arrows at the ends of a list behind which it continues. They take no clicks. */
export function ScrollHints({ of }: ScrollHintsProps) {
  const [hidden, setHidden] = useState({ above: false, below: false });
  useEffect(() => {
    const list = of.current?.firstElementChild;
    if (!list) return undefined;
    const update = () => {
      const { scrollTop, scrollHeight, clientHeight } = list;
      // Heights are rounded.
      const next = { above: scrollTop > 1, below: scrollTop + clientHeight < scrollHeight - 1 };
      setHidden((last) => (last.above === next.above && last.below === next.below ? last : next));
    };
    const sizes = new ResizeObserver(update);
    const observe = () => {
      sizes.disconnect();
      for (const element of [list, ...list.children]) sizes.observe(element);
    };
    const rows = new MutationObserver(observe);
    rows.observe(list, { childList: true });
    list.addEventListener('scroll', update, { passive: true });
    observe();
    return () => {
      sizes.disconnect();
      rows.disconnect();
      list.removeEventListener('scroll', update);
    };
  }, [of]);
  return (
    <>
      {hidden.above && (
        <Box aria-hidden sx={{ ...styles.hint, ...styles.above }}>
          <ExpandLess fontSize="small" />
        </Box>
      )}
      {hidden.below && (
        <Box aria-hidden sx={{ ...styles.hint, ...styles.below }}>
          <ExpandMore fontSize="small" />
        </Box>
      )}
    </>
  );
}

const paper = 'var(--mui-palette-background-paper)';
const styles = {
  hint: {
    position: 'absolute',
    insetInline: 0,
    height: 28,
    display: 'flex',
    justifyContent: 'center',
    color: 'text.secondary',
    pointerEvents: 'none',
    // Whose colours do not reach into gradients.
    '@media (forced-colors: active)': { height: 20, background: 'Canvas !important' },
  },
  above: {
    top: 0,
    alignItems: 'flex-start',
    background: `linear-gradient(${paper} 50%, transparent)`,
  },
  below: {
    bottom: 0,
    alignItems: 'flex-end',
    background: `linear-gradient(transparent, ${paper} 50%)`,
  },
} as const;
