import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import AddOutlined from '@mui/icons-material/AddOutlined';
import FolderOpen from '@mui/icons-material/FolderOpenOutlined';
import FolderShared from '@mui/icons-material/FolderSharedOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Command } from '../command.ts';
import { useOffer } from '../commands-context.ts';

/** The pages the person may open. */
export function PagesOffer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { org, user, isAdmin } = useApplicationContext();
  const offer = useMemo(() => {
    const page = (path: string, title: string, Icon: Command['Icon'], words = ''): Command => ({
      id: `page ${path}`,
      group: 'pages',
      title,
      words,
      Icon,
      run: () => void navigate(`/${org}${path}`),
    });
    const map = t('header.map');
    return {
      commands: [
        page('', t('app.home'), HomeOutlined),
        page('/map', t('viewer.newMap'), AddOutlined, `${map} ${t('header.map.new')}`),
        page('/gallery', t('viewer.problem.gallery'), FolderOpen, `${map} ${t('header.map.open')}`),
        ...(user
          ? [page('/content', t('header.content'), FolderShared), page('/groups', t('groups.title'), Groups)]
          : []),
        ...(isAdmin ? [page('/administration', t('header.administration'), AdminPanelSettings)] : []),
      ],
    };
  }, [t, navigate, org, user, isAdmin]);
  useOffer('pages', offer);
  return null;
}
