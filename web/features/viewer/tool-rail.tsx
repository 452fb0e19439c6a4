import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import type { ViewerTool } from './viewer-tools.ts';

export interface ToolRailProps {
  tools: readonly ViewerTool[];
  /** The tool whose panel is open. */
  openId: string | undefined;
  onChoose: (id: string) => void;
}

/** The tools as icons: a rail at the map's side, a bar below it on phones. */
export function ToolRail({ tools, openId, onChoose }: ToolRailProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  return (
    <Box component="nav" aria-label={t('viewer.tools')} sx={styles.rail}>
      {tools.map(({ id, title, Icon }) => (
        <Tooltip key={id} title={title} placement={phone ? 'top' : 'right'}>
          <IconButton
            aria-label={title}
            aria-pressed={id === openId}
            onClick={() => onChoose(id)}
            sx={{ ...styles.tool, ...(id === openId && styles.open) }}
          >
            <Icon />
          </IconButton>
        </Tooltip>
      ))}
    </Box>
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
  tool: { width: 44, height: 44, borderRadius: '8px', color: 'text.secondary' },
  open: {
    color: 'primary.readable',
    backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 18%, transparent)',
    '&:hover': { backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 26%, transparent)' },
  },
} as const;
