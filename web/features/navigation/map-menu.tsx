import AddOutlined from '@mui/icons-material/AddOutlined';
import FolderOpenOutlined from '@mui/icons-material/FolderOpenOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { HeaderMenu } from './header-menu.tsx';

/** Map > Open leads to the gallery, Map > New to a new map. */
export function MapMenu({ org }: { org: string }) {
  const { t } = useTranslation();
  return (
    <HeaderMenu label={t('header.map')} Icon={MapOutlined}>
      {(close) => [
        <MenuItem key="open" component={Link} to={`/${org}/gallery`} onClick={close}>
          <ListItemIcon>
            <FolderOpenOutlined fontSize="small" />
          </ListItemIcon>
          {t('header.map.open')}
        </MenuItem>,
        <MenuItem key="new" component={Link} to={`/${org}/map`} onClick={close}>
          <ListItemIcon>
            <AddOutlined fontSize="small" />
          </ListItemIcon>
          {t('header.map.new')}
        </MenuItem>,
      ]}
    </HeaderMenu>
  );
}
