import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelEdge } from './panel-edge.tsx';
import { ToolContent } from './tool-content.tsx';
import { usePanelWidth } from './use-panel-width.ts';
import type { ViewerTool } from './viewer-tools.ts';

/** The open tool: beside the map, or as a sheet below it on phones. Escape closes it. */
export function ToolPanel({ tool: { title, load }, onClose }: { tool: ViewerTool; onClose: () => void }) {
  const { t } = useTranslation();
  const heading = useId();
  const [width, setWidth] = usePanelWidth();
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      sx={{ ...styles.panel, width: { xs: '100%', sm: `min(${width}px, 60vw)` } }}
    >
      <PanelEdge width={width} onChange={setWidth} />
      <Box sx={styles.head}>
        <Typography id={heading} variant="h3" component="h2" noWrap sx={{ flex: 1 }}>
          {t(title)}
        </Typography>
        <IconButton aria-label={t('viewer.closePanel')} onClick={onClose} sx={{ width: 44, height: 44 }}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={styles.content}>
        <ToolContent load={load} />
      </Box>
    </Box>
  );
}

const styles = {
  panel: {
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    height: { xs: '45%', sm: 'auto' },
    backgroundColor: 'background.paper',
    borderInlineEnd: { sm: 1 },
    borderTop: { xs: 1, sm: 0 },
    borderColor: { xs: 'divider', sm: 'divider' },
    borderTopLeftRadius: { xs: 12, sm: 0 },
    borderTopRightRadius: { xs: 12, sm: 0 },
    zIndex: 1,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    minHeight: 48,
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
  },
  content: { flex: 1, minHeight: 0, overflow: 'auto' },
} as const;
