import Box from '@mui/material/Box';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface ToolbarProps {
  label: string;
  vertical?: boolean;
  sx?: object;
  children: ReactNode;
}

/**
 * Controls that are one stop of the Tab key, the one that had the focus last: arrow keys, Home and End move
 * between them (https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/).
 */
export function Toolbar({ label, vertical = false, sx, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    return element ? keepOneTabStop(element) : undefined;
  }, []);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    // Menus of the controls are their children in React only.
    if (!bar.current?.contains(event.target as Node) || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const step = stepOf(event.key, getComputedStyle(bar.current).direction === 'rtl');
    if (step === undefined) return;
    const controls = controlsOf(bar.current);
    const at = controls.indexOf(event.target as HTMLElement);
    const next = step === 'first' ? 0 : step === 'last' ? -1 : (at + step) % controls.length;
    event.preventDefault();
    controls.at(next)?.focus();
  };
  return (
    <Box
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      onKeyDown={move}
      sx={sx}
    >
      {children}
    </Box>
  );
}

/** Both pairs of arrows move: on phones a vertical toolbar is a horizontal one. */
function stepOf(key: string, mirrored: boolean): number | 'first' | 'last' | undefined {
  const forward = mirrored ? -1 : 1;
  const steps: Readonly<Record<string, number | 'first' | 'last'>> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: 1,
    ArrowUp: -1,
    Home: 'first',
    End: 'last',
  };
  return steps[key];
}

function controlsOf(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')].filter(
    // Some are hidden on narrow screens.
    (control) => control.checkVisibility?.() ?? true,
  );
}

/** Lets Tab reach one control, also when controls appear, are hidden or disabled. @returns a function that ends it */
function keepOneTabStop(bar: HTMLElement): () => void {
  let last: EventTarget | null = null;
  const update = () => {
    const controls = controlsOf(bar);
    const stop = controls.find((control) => control === last) ?? controls[0];
    for (const control of controls) {
      const tabIndex = control === stop ? 0 : -1;
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
    }
  };
  const focus = ({ target }: FocusEvent) => {
    last = target;
    update();
  };
  const changes = new MutationObserver(update);
  changes.observe(bar, { subtree: true, childList: true, attributeFilter: ['tabindex', 'disabled'] });
  bar.addEventListener('focusin', focus);
  window.addEventListener('resize', update);
  update();
  return () => {
    changes.disconnect();
    bar.removeEventListener('focusin', focus);
    window.removeEventListener('resize', update);
  };
}
