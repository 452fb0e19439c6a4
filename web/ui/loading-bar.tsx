import LinearProgress from '@mui/material/LinearProgress';
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
    <LinearProgress
      aria-label={label}
      sx={{
        position: 'fixed',
        insetInline: 0,
        top: 0,
        height: 3,
        zIndex: 'tooltip',
        backgroundColor: 'transparent',
      }}
    />
  );
}
