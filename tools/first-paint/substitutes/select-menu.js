import { createElement, lazy, Suspense, useEffect, useState } from 'react';

const load = () => import('@mui/material/Menu');
const Menu = lazy(load);

/** The menu of a select field: loaded while the page is idle, or when it opens. */
// oxlint-disable-next-line import/no-default-export
export default function SelectMenu(props) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((start) => setTimeout(start, 1000));
    // A menu that opens tries again.
    idle(() => void load().catch(() => {}));
  }, []);
  return wanted ? createElement(Suspense, { fallback: null }, createElement(Menu, props)) : null;
}
