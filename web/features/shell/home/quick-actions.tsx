import AddLocationAlt from '@mui/icons-material/AddLocationAltOutlined';
import Folder from '@mui/icons-material/FolderOutlined';
import Collections from '@mui/icons-material/CollectionsOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { radii } from '../../../ui/sizes.ts';

/** Quick actions: a new map, the gallery, and for members their content. */
export function QuickActions({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  // Known before the user's details are loaded, so that the layout does not shift.
  const { who } = usePortalIdentity(connection);
  return (
    <Box component="nav" aria-label={t('home.actions')} data-tour="actions" sx={styles.row}>
      <Action
        icon={<AddLocationAlt />}
        title={t('home.newMap')}
        hint={t('home.newMap.hint')}
        to={`/${org}/map`}
        onIntent={onMapIntent}
      />
      <Action
        icon={<Collections />}
        title={t('home.openGallery')}
        hint={t('home.openGallery.hint')}
        to={`/${org}/gallery`}
      />
      {who && (
        <Action
          icon={<Folder />}
          title={t('content.title')}
          hint={t('home.content.hint')}
          to={`/${org}/content`}
        />
      )}
    </Box>
  );
}

interface ActionProps {
  icon: ReactNode;
  title: string;
  hint: string;
  to: string;
  onIntent?: () => void;
}

function Action({ icon, title, hint, to, onIntent }: ActionProps) {
  return (
    <ButtonBase component={Link} to={to} onPointerEnter={onIntent} onFocus={onIntent} sx={styles.action}>
      <Box sx={styles.icon}>{icon}</Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="span" sx={{ display: 'block' }}>
          {title}
        </Typography>
        <Typography component="span" color="textSecondary">
          {hint}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

const styles = {
  row: {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))' },
  },
  action: {
    display: 'flex',
    justifyContent: 'flex-start',
    gap: 2,
    p: 2,
    textAlign: 'start',
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
    backgroundColor: 'background.paper',
    transition: 'border-color 140ms, box-shadow 140ms',
    '&:hover': { borderColor: 'primary.main', boxShadow: '0 4px 16px rgb(0 0 0 / 8%)' },
  },
  icon: {
    display: 'grid',
    placeItems: 'center',
    width: 48,
    height: 48,
    flexShrink: 0,
    borderRadius: radii.card,
    color: 'primary.contrastText',
    backgroundColor: 'primary.main',
  },
} as const;
