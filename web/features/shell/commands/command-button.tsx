import KeyboardCommandKey from '@mui/icons-material/KeyboardCommandKey';
import ManageSearch from '@mui/icons-material/ManageSearch';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { isApple } from '../../../ui/browser.ts';
import { useCommands } from './commands-context.ts';

/** Opens the palette, and shows its keyboard shortcut. */
export function CommandButton() {
  const { t } = useTranslation();
  const { open, setOpen } = useCommands();
  const apple = isApple();
  const keys = apple ? '⌘ K' : 'Ctrl K';
  return (
    <Tooltip
      title={
        <Box component="span" sx={{ display: 'flex', gap: 1 }}>
          {t('commands.title')}
          <bdi>{keys}</bdi>
        </Box>
      }
    >
      <IconButton
        color="inherit"
        aria-label={t('commands.title')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        sx={{ width: 44, height: 44 }}
      >
        {apple ? <KeyboardCommandKey fontSize="small" /> : <ManageSearch />}
      </IconButton>
    </Tooltip>
  );
}
