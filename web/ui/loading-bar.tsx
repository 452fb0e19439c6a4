import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { useEffect, useState } from 'react';

/** Milliseconds before the bar appears; faster loads need none. */
const delay = 120;

/** A thin bar along the top of the page while something loads. */
export function LoadingBar({ active, label }: { active: boolean; label: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setShown(true), delay);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [active]);
  if (!shown) return null;
  return (
    // Browsers draw <progress> without a value each in their own way.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <Box role="progressbar" aria-label={label} sx={styles.track}>
      <Box sx={styles.bar} />
    </Box>
  );
}

const along = keyframes({
  from: { insetInline: '0 100%' },
  '50%': { insetInline: '25% 15%' },
  to: { insetInline: '100% 0' },
});

/** Styles of its own: every page has the bar, and the library's is five times as large as all of this. */
const styles = {
  track: { position: 'fixed', insetInline: 0, top: 0, height: 3, zIndex: 'tooltip', overflow: 'hidden' },
  bar: {
    position: 'absolute',
    insetBlock: 0,
    backgroundColor: 'primary.main',
    animation: `${along} 1.6s ease-in-out infinite`,
    '@media (prefers-reduced-motion: reduce)': { animation: 'none', insetInline: 0 },
  },
} as const;
