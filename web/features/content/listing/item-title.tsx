import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

/** An item's picture and title, and what stands below the title; a web map's title opens it. */
export function ItemTitle({ item, children }: { item: PortalItem; children?: ReactNode }) {
  const { t } = useTranslation();
  const { org, connection } = useApplicationContext();
  const title = item.title || t('map.untitled');
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        fontWeight: 500,
        '& > span': { borderRadius: 1 },
      }}
    >
      <Thumbnail address={itemThumbnail(connection, item, 200)} width={60} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {item.type === 'Web Map' ? (
          <Link component={RouterLink} to={`/${org}/map/wid/${item.id}`}>
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
        {children}
      </Box>
    </Box>
  );
}
