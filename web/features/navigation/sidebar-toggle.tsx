import ViewSidebar from '@mui/icons-material/ViewSidebarOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';

/** Shows and hides the page's sidebar; rendered only on pages that have one. */
export function SidebarToggle() {
  const { t } = useTranslation();
  const { sidebarOpen, setSidebarOpen } = useApplicationContext();
  const label = sidebarOpen ? t('header.hideSidebar') : t('header.showSidebar');
  return (
    <Tooltip title={label}>
      <IconButton
        color="inherit"
        aria-label={label}
        aria-pressed={sidebarOpen}
        onClick={() => setSidebarOpen(!sidebarOpen)}
      >
        {/* The icon has its bar at the end; our sidebar is at the start. */}
        <ViewSidebar fontSize="small" sx={{ transform: 'scaleX(-1)' }} />
      </IconButton>
    </Tooltip>
  );
}
