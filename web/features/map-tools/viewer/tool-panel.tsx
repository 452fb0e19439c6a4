import Close from '@mui/icons-material/Close';
import ViewInAr from '@mui/icons-material/ViewInArOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressView } from '../../../context/address-view.ts';
import { ResizeEdge, SheetGrip, sheetHeights } from '../../../ui/resize-edge.tsx';
import { lowSheets, sizes } from '../../../ui/sizes.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { useKeepFocus } from '../../../ui/use-keep-focus.ts';
import { useStoredSize } from '../../../ui/use-stored.ts';
import { usePhone } from '../../../ui/use-screen.ts';
import { ToolContent } from './tool-content.tsx';
import type { RequestedTool } from './use-tool-state.ts';
import { toolName, type ViewerTool } from './viewer-tools.ts';

/** Widths of the tool panel in pixels. */
const widths = { least: 300, usual: 360, most: 560 };

export interface ToolPanelProps {
  tool: ViewerTool;
  /** The tool that another feature opened last, if any. */
  requested?: RequestedTool | undefined;
  onClose: () => void;
}

/** The open tool: beside the map, or in a bottom sheet on phones. Its size is stored per user. Escape closes it. */
export function ToolPanel({
  tool: { id, title, name, load, only, takesClicks },
  requested,
  onClose,
}: ToolPanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const [inScene, showScene] = useAddressView('scene');
  useKeepFocus(panel);
  useFocusWhenRequested(panel, requested?.id === id ? requested : undefined);
  useTabFromButton(panel);
  const heading = useId();
  const [width, setWidth] = useStoredSize('mapping.panel.width', widths);
  const [height, setHeight] = useStoredSize('mapping.panel.height', sheetHeights);
  const phone = usePhone();
  return (
    <Box
      ref={panel}
      component="section"
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !endsInside(event)) onClose();
      }}
      sx={styles.panel}
      style={phone ? { height: `${height}%` } : { width: `min(${width}px, 60vw)` }}
    >
      {phone ? (
        <SheetGrip label={t('viewer.panelHeight')} height={height} onChange={setHeight} />
      ) : (
        <ResizeEdge label={t('viewer.panelWidth')} at="end" value={width} {...widths} onChange={setWidth} />
      )}
      <Box sx={styles.inside}>
        <Box sx={styles.head}>
          <Typography id={heading} variant="h3" component="h2" sx={{ flex: 1, minWidth: 0 }}>
            {toolName(t, { title, name })}
          </Typography>
          <IconButton
            aria-label={t('viewer.closePanel')}
            onClick={onClose}
            sx={{ width: sizes.touch, height: sizes.touch }}
          >
            <Close fontSize="small" />
          </IconButton>
        </Box>
        <Box sx={styles.content}>
          {only === 'flat' && inScene ? (
            <Box sx={{ p: 2 }}>
              <StateMessage
                icon={<ViewInAr />}
                title={t('viewer.flatOnly.why')}
                action={<Button onClick={() => showScene(false)}>{t('viewer.flatOnly.back')}</Button>}
              />
            </Box>
          ) : (
            <ToolContent load={load} takesClicks={takesClicks} />
          )}
        </Box>
      </Box>
    </Box>
  );
}

/** Whether Escape ends something in the panel: the composition of a character, or dragging by keyboard. */
function endsInside({ defaultPrevented, nativeEvent, target }: KeyboardEvent): boolean {
  return (
    defaultPrevented ||
    nativeEvent.isComposing ||
    (target instanceof Element && target.closest('[data-dragged]') !== null)
  );
}

/** Takes the focus when another feature opens the tool, and returns it when the panel closes with the focus inside. */
function useFocusWhenRequested(panel: RefObject<HTMLElement | null>, requested: RequestedTool | undefined) {
  useEffect(() => {
    if (!requested) return undefined;
    panel.current?.focus();
    return () => {
      if (document.activeElement === document.body && requested.from instanceof HTMLElement)
        requested.from.focus();
    };
  }, [panel, requested]);
}

/** What holds a menu, a list of options or a dialog of the component library, which is at the end of the page. */
const dialogs = 'body > [role=presentation]';

/**
 * Leads Tab from the button that has just opened the tool into its panel, and Shift+Tab back, as browsers do
 * with a popover and its button, until the focus goes elsewhere. In the document the panel follows the map,
 * because a layer list may have a hundred stops: Tab alone would lead through search, map, popup and controls
 * first.
 */
function useTabFromButton(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const button = document.activeElement;
    const element = panel.current;
    if (!element || !(button instanceof HTMLElement) || !button.matches('[data-tool]')) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    // Known only after Tab: the first focus may also be a click in the middle of the panel.
    let first: EventTarget | 'next' | undefined;
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element) || relatedTarget === button) return;
      // Those opened from the panel return the focus to it.
      if (!element.contains(relatedTarget) && !relatedTarget.closest(dialogs)) stop.abort();
    };
    const isTab = (event: globalThis.KeyboardEvent, back: boolean) =>
      event.key === 'Tab' && event.shiftKey === back && !event.ctrlKey && !event.altKey && !event.metaKey;
    const enter = (event: globalThis.KeyboardEvent) => {
      if (!isTab(event, false)) return;
      first = 'next';
      // The browser goes on from here to the first control.
      element.focus({ preventScroll: true });
    };
    const goBack = (event: globalThis.KeyboardEvent) => {
      // A phone that is turned has another bar, without the button.
      if (!isTab(event, true) || event.target !== first || !button.isConnected) return;
      event.preventDefault();
      button.focus();
    };
    const noteFirst = ({ target }: FocusEvent) => {
      if (target && target !== element && first === 'next') first = target;
    };
    button.addEventListener('keydown', enter, { signal });
    button.addEventListener('focusout', leave, { signal });
    element.addEventListener('keydown', goBack, { signal });
    element.addEventListener('focusin', noteFirst, { signal });
    element.addEventListener('focusout', leave, { signal });
    return () => stop.abort();
  }, [panel]);
}

const styles = {
  panel: {
    outline: 'none',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    backgroundColor: 'background.paper',
    borderInlineEnd: { sm: 1 },
    borderTop: { xs: 1, sm: 0 },
    borderColor: { xs: 'divider', sm: 'divider' },
    borderTopLeftRadius: { xs: 12, sm: 0 },
    borderTopRightRadius: { xs: 12, sm: 0 },
    zIndex: 1,
  },
  // A low sheet scrolls with its head, which would leave too little for the rest.
  inside: { display: 'contents', [lowSheets]: { display: 'block', minHeight: 0, overflowY: 'auto' } },
  head: {
    display: 'flex',
    alignItems: 'center',
    minHeight: 48,
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
  },
  content: { flex: 1, minHeight: 0, overflow: 'auto', [lowSheets]: { overflow: 'visible' } },
} as const;
