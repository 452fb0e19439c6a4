import { useCallback, useEffect, useState } from 'react';
import { parseUrlState } from '../../../../wire/url-state.ts';
import { useSidebar } from '../../../context/application-context.ts';
import { whenMayLeave } from '../../../context/before-leaving.ts';
import { followAddress } from '../../../context/addresses.ts';
import { usePhone } from '../../../ui/use-screen.ts';
import type { ViewerTool } from './viewer-tools.ts';

/** A tool opened by another feature, and the previously focused element. */
export interface RequestedTool {
  id: string;
  from: Element | null;
}

/**
 * Which tool the sidebar shows, and whether the sidebar is open (`sidebarOpen` of the application context). A
 * tool named in the link is opened. On phones the map comes first: the sheet opens only on request.
 */
export function useToolState(tools: readonly ViewerTool[]) {
  const { sidebarOpen, setSidebarOpen } = useSidebar();
  const phone = usePhone();
  const [linked] = useState(() => parseUrlState(location.hash).state.tool);
  const [chosen, setChosen] = useState(linked ?? 'layers');
  const [requested, setRequested] = useState<RequestedTool>();
  // Only when the viewer opens, not when a window becomes narrow. The sheet is never open, so that closing it
  // moves no focus.
  const [mapFirst, setMapFirst] = useState(phone && !linked);
  useEffect(() => {
    if (mapFirst) setSidebarOpen(false);
  }, [mapFirst, setSidebarOpen]);
  if (mapFirst && !sidebarOpen) setMapFirst(false);
  const isOpen = sidebarOpen && !mapFirst;
  const tool = tools.find(({ id }) => id === chosen) ?? tools[0];
  const openId = isOpen ? tool?.id : undefined;
  const choose = useCallback(
    (id: string) =>
      whenMayLeave('tool', () => {
        setSidebarOpen(id !== openId);
        setChosen(id);
        setRequested(undefined);
      }),
    [openId, setSidebarOpen],
  );
  const show = useCallback(
    (id: string) => {
      const open = () => {
        setSidebarOpen(true);
        setChosen(id);
      };
      if (id === openId) open();
      else whenMayLeave('tool', open);
    },
    [openId, setSidebarOpen],
  );
  // Navigating back, forward, or to another link opens its tool.
  useEffect(
    () =>
      followAddress(({ state }) => {
        if (state.tool) show(state.tool);
      }),
    [show],
  );
  const close = useCallback(
    () =>
      whenMayLeave('tool', () => {
        setSidebarOpen(false);
        setRequested(undefined);
      }),
    [setSidebarOpen],
  );
  // Another feature opens a tool from a control that may be removed: the focus continues in the tool.
  const ask = useCallback(
    (id: string, begin?: () => void) => {
      const from = document.activeElement;
      const open = () => {
        setSidebarOpen(true);
        setChosen(id);
        setRequested({ id, from });
        begin?.();
      };
      if (id === openId && !begin) open();
      else whenMayLeave('tool', open);
    },
    [openId, setSidebarOpen],
  );
  return { tool, open: isOpen, choose, show, ask, requested, close };
}
