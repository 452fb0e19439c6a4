import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useMapPath } from '../context/page-frame.ts';

interface ArrivalProps {
  /** The title of the tab. */
  title: string;
  /** The part of the frame that the page fills; it must be focusable. */
  main: RefObject<HTMLElement | null>;
}

/**
 * Says where a navigation within the application has led, as browsers do when they load a page: screen readers announce the title,
 * and Tab goes on from the beginning of the page. Maps announce themselves and choose where the focus begins.
 */
export function Arrival({ title, main }: ArrivalProps) {
  const { pathname, search } = useLocation();
  const isMap = useMapPath();
  const left = useRef({ pathname, search });
  const [arrived, setArrived] = useState(false);
  useEffect(() => {
    const from = left.current;
    left.current = { pathname, search };
    if (from.pathname === pathname) {
      // What a page shows for its search parameters is announced by the page.
      if (from.search !== search) setArrived(false);
      return;
    }
    setArrived(!isMap);
    // Scrolling is restored by the router. A page may have focused a field or a dialog of its own.
    if (!isMap && !isInPage(document.activeElement, main.current))
      main.current?.focus({ preventScroll: true });
  }, [pathname, search, isMap, main]);
  return (
    <Box component="output" data-testid="arrival" sx={visuallyHidden}>
      {arrived ? title : ''}
    </Box>
  );
}

function isInPage(focused: Element | null, main: HTMLElement | null): boolean {
  if (!focused) return false;
  return (
    (main?.contains(focused) ?? false) ||
    focused.closest('dialog, [role=dialog], [role=menu], [role=listbox]') !== null
  );
}
