import ExpandMore from '@mui/icons-material/ExpandMore';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { isApple } from '../../ui/apple.ts';

/** Which keys move the map and lead through the page. */
export function KeyboardHelp() {
  const { t } = useTranslation();
  const keys = [
    ['← ↑ → ↓', t('inview.keys.pan')],
    ['+ −', t('inview.keys.zoom')],
    ['A D', t('inview.keys.turn')],
    ['N', t('viewer.faceNorth')],
    ['Tab', t('inview.keys.tab')],
    ['Enter', t('inview.keys.enter')],
    ['Esc', t('inview.keys.escape')],
    [isApple() ? '⌘ K' : 'Ctrl K', t('inview.keys.commands')],
    [isApple() ? '⌘ Z' : 'Ctrl Z', t('inview.keys.undo')],
  ] as const;
  return (
    <Accordion disableGutters variant="outlined" sx={styles.box}>
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: 44 }}>
        <KeyboardOutlined fontSize="small" sx={{ marginInlineEnd: 1, color: 'text.secondary' }} />
        {t('inview.keys')}
      </AccordionSummary>
      <AccordionDetails>
        <Box component="dl" sx={styles.list}>
          {keys.map(([key, text]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt">
                <Box component="kbd" dir="ltr" sx={styles.key}>
                  {key}
                </Box>
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {text}
              </Box>
            </Box>
          ))}
        </Box>
      </AccordionDetails>
    </Accordion>
  );
}

const styles = {
  box: { borderRadius: '8px', '&::before': { display: 'none' } },
  list: {
    m: 0,
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: 2,
    rowGap: 1,
    alignItems: 'baseline',
  },
  key: {
    whiteSpace: 'nowrap',
    px: 0.75,
    border: 1,
    borderColor: 'divider',
    borderRadius: '4px',
    fontFamily: 'inherit',
    fontSize: '0.75rem',
  },
} as const;
