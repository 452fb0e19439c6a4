import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../ui/use-phone.ts';
import type { ViewerTool } from './viewer-tools.ts';

export interface ToolRailProps {
  tools: readonly ViewerTool[];
  /** The tool whose panel is open. */
  openId: string | undefined;
  onChoose: (id: string) => void;
}

/** Tools that a phone's bar shows beside “more”: six touch targets fit into 360 pixels with some air. */
const onPhones = 5;

/** The tools as icons: a rail at the map's side, a bar below it on phones, where the last ones stand in a menu. */
export function ToolRail({ tools, openId, onChoose }: ToolRailProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const rail = useRef<HTMLElement>(null);
  useFocusAfter(openId, rail);
  const shown = phone && tools.length > onPhones + 1 ? tools.slice(0, onPhones) : tools;
  return (
    <Box ref={rail} component="nav" aria-label={t('viewer.tools')} sx={styles.rail}>
      {shown.map(({ id, title, Icon }) => (
        <Tooltip key={id} title={t(title)} placement={phone ? 'top' : 'right'}>
          <IconButton
            aria-label={t(title)}
            aria-pressed={id === openId}
            data-tool={id}
            onClick={() => onChoose(id)}
            sx={{ ...styles.tool, ...(id === openId && styles.open) }}
          >
            <Icon />
          </IconButton>
        </Tooltip>
      ))}
      {shown.length < tools.length && (
        <MoreTools tools={tools.slice(shown.length)} openId={openId} onChoose={onChoose} />
      )}
    </Box>
  );
}

/** A panel that closes with the focus in it leaves it on the button of its tool. */
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

function MoreTools({ tools, openId, onChoose }: ToolRailProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const holdsOpen = tools.some(({ id }) => id === openId);
  return (
    <>
      <IconButton
        aria-label={t('viewer.moreTools')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ ...styles.tool, ...(holdsOpen && styles.open) }}
      >
        <MoreHoriz />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {tools.map(({ id, title, Icon }) => (
          <MenuItem
            key={id}
            selected={id === openId}
            onClick={() => {
              close();
              onChoose(id);
            }}
            sx={{ minHeight: 44 }}
          >
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            {t(title)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

const styles = {
  rail: {
    flexShrink: 0,
    display: 'flex',
    flexDirection: { xs: 'row', sm: 'column' },
    justifyContent: { xs: 'space-around', sm: 'flex-start' },
    alignItems: 'center',
    gap: { xs: 0, sm: 0.5 },
    width: { sm: 48 },
    py: { xs: 0.25, sm: 0.5 },
    overflow: 'auto',
    backgroundColor: 'background.paper',
    borderInlineEnd: { sm: 1 },
    borderTop: { xs: 1, sm: 0 },
    borderColor: { xs: 'divider', sm: 'divider' },
    zIndex: 2,
  },
  tool: { width: 44, height: 44, flexShrink: 0, borderRadius: '8px', color: 'text.secondary' },
  open: {
    color: 'primary.readable',
    backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 18%, transparent)',
    '&:hover': { backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 26%, transparent)' },
  },
} as const;
