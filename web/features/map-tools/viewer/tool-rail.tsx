import LabelsOff from '@mui/icons-material/KeyboardDoubleArrowLeft';
import LabelsOn from '@mui/icons-material/KeyboardDoubleArrowRight';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizes } from '../../../ui/sizes.ts';
import { useStoredChoice } from '../../../ui/use-stored.ts';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { ScrollHints } from '../../../ui/scroll-hints.tsx';
import { usePhone, useRoomBesideIcons } from '../../../ui/use-screen.ts';
import { RailButton } from './rail-button.tsx';
import { toolName, type ViewerTool } from './viewer-tools.ts';

export interface ToolRailProps {
  tools: readonly ViewerTool[];
  /** Whether the map is shown in 3D, where some tools do not work. */
  inScene?: boolean;
  /** The tool whose panel is open. */
  openId: string | undefined;
  onChoose: (id: string) => void;
}

/** Tools that a phone's bar shows beside “more”: as many as have room for their names. */
const onPhones = 4;

/**
 * The tools as a rail at the map's side: icons with their names below, on wide screens beside them, by choice
 * without. On phones a bar below the map, where the last ones are in a menu.
 */
export function ToolRail({ tools: all, inScene = false, openId, onChoose }: ToolRailProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const rail = useRef<HTMLElement>(null);
  useFocusAfter(openId, rail);
  const [labels, setLabels] = useStoredChoice('mapping.rail.labels', true);
  const beside = useRoomBesideIcons() ? 'beside' : 'below';
  const named = phone ? 'below' : labels ? beside : undefined;
  // On a phone there is no other button for it.
  const tools = phone ? all : all.filter(({ offRail }) => !offRail);
  const wanted = phone && tools.length > onPhones + 1 ? tools.slice(0, onPhones) : tools;
  const [shown, hold] = useHeldWhilePressed(wanted);
  return (
    <Box
      ref={rail}
      component="nav"
      aria-label={t('viewer.tools')}
      data-tour="tools"
      onPointerDown={hold}
      sx={styles.place}
    >
      <Toolbar
        label={t('viewer.tools')}
        vertical={!phone}
        sx={{ ...styles.rail, ...(!phone && named && styles[named === 'beside' ? 'wide' : 'narrow']) }}
      >
        {shown.map((tool) => {
          const { id, Icon, only } = tool;
          const name = toolName(t, tool);
          return (
            <RailButton
              key={id}
              label={inScene && only === 'flat' ? t('viewer.flatOnly', { tool: name }) : name}
              named={named}
              sx={{
                ...(id === openId && styles.open),
                ...(inScene && only === 'flat' && styles.elsewhere),
              }}
              aria-pressed={id === openId}
              data-tool={id}
              onClick={() => onChoose(id)}
            >
              <Icon />
            </RailButton>
          );
        })}
        {!phone && (
          <RailButton
            label={t(labels ? 'viewer.hideNames' : 'viewer.showNames')}
            named={named}
            sx={styles.last}
            onClick={() => setLabels(!labels)}
          >
            {labels ? <LabelsOff sx={styles.turned} /> : <LabelsOn sx={styles.turned} />}
          </RailButton>
        )}
        {shown.length < tools.length && (
          <MoreTools tools={tools.slice(shown.length)} openId={openId} onChoose={onChoose} />
        )}
      </Toolbar>
      {!phone && <ScrollHints of={rail} />}
    </Box>
  );
}

/** A panel that closes with the focus inside returns it to the tool's button. */
function useFocusAfter(openId: string | undefined, rail: RefObject<HTMLElement | null>) {
  const last = useRef(openId);
  useEffect(() => {
    const left = last.current;
    last.current = openId;
    if (!left || openId || document.activeElement !== document.body) return;
    const button = rail.current?.querySelector<HTMLElement>(`[data-tool="${left}"]`);
    (button ?? rail.current?.querySelector<HTMLElement>('[aria-haspopup]'))?.focus();
  }, [openId, rail]);
}

/**
 * A list that stays as it is while the pointer is down. Tools appear when the map knows its layers: a button that moved
 * between press and release would not be clicked.
 */
function useHeldWhilePressed<One>(now: readonly One[]): [shown: readonly One[], hold: () => void] {
  const [held, setHeld] = useState<readonly One[]>();
  const isHeld = held !== undefined;
  useEffect(() => {
    if (!isHeld) return undefined;
    // The click follows the release, in the same task.
    const release = () => setTimeout(() => setHeld(undefined));
    for (const event of releases) window.addEventListener(event, release);
    return () => {
      for (const event of releases) window.removeEventListener(event, release);
    };
  }, [isHeld]);
  return [held ?? now, () => setHeld(now)];
}

const releases = ['pointerup', 'pointercancel', 'blur'] as const;

function MoreTools({ tools, openId, onChoose }: ToolRailProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const holdsOpen = tools.some(({ id }) => id === openId);
  return (
    <>
      <RailButton
        label={t('viewer.moreTools')}
        named="below"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={holdsOpen ? styles.open : undefined}
      >
        <MoreHoriz />
      </RailButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {tools.map(({ id, title, name, Icon }) => (
          <MenuItem
            key={id}
            selected={id === openId}
            // Names the open tool, as `aria-pressed` of its button does on wide screens.
            aria-current={id === openId ? 'true' : undefined}
            onClick={() => {
              close();
              onChoose(id);
            }}
            sx={{ minHeight: sizes.touch }}
          >
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            {toolName(t, { title, name })}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

const styles = {
  place: { position: 'relative', flexShrink: 0, display: 'flex', minHeight: 0, zIndex: 2 },
  rail: {
    flex: { xs: 1, sm: 'none' },
    display: 'flex',
    flexDirection: { xs: 'row', sm: 'column' },
    justifyContent: 'flex-start',
    alignItems: { xs: 'stretch', sm: 'center' },
    gap: { xs: 0, sm: 0.5 },
    // Sixteen tools fit into a small laptop's window.
    '@media (max-height: 840px)': { gap: 0 },
    width: { sm: 48 },
    py: { xs: 0.25, sm: 0.5 },
    overflow: 'auto',
    // Its bar would take the room of the names; hints show that there is more.
    scrollbarWidth: 'none',
    // A tool that gets the focus is not below a hint.
    scrollPaddingBlock: { sm: '28px' },
    backgroundColor: 'background.paper',
    borderInlineEnd: { sm: 1 },
    borderTop: { xs: 1, sm: 0 },
    borderColor: { xs: 'divider', sm: 'divider' },
  },
  /** In proportion to the text, as its place in index.html, where a map's picture is shown beside it. */
  narrow: { width: '5rem', alignItems: 'stretch', px: '1px', gap: 0 },
  wide: { width: 200, alignItems: 'stretch', px: 0.5 },
  last: { mt: { sm: 'auto' } },
  turned: { '[dir=rtl] &': { transform: 'scaleX(-1)' } },
  /** The panel says why. */
  elsewhere: { '& svg': { opacity: 0.4 } },
  open: {
    // On the coloured ground only icons are readable in the primary colour.
    color: 'text.primary',
    '& svg': { color: 'primary.readable' },
    backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 18%, transparent)',
    '&:hover': { backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 26%, transparent)' },
  },
} as const;
