import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useItemTexts } from '../../../../i18n/index.ts';
import { Link as RouterLink } from 'react-router';
import { useConfiguration } from '../../../../context/application-context.ts';
import { detailsStep, itemAddress, opensInViewer } from '../../../../context/addresses.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { itemThumbnail } from '../../../../portal/thumbnails.ts';
import { Thumbnail } from '../../../../ui/map-card.tsx';
import { textSizes } from '../../../../ui/sizes.ts';

/**
 * An item's thumbnail and title, with further lines below; the title opens web maps, and the details of other items.
 */
export function ItemTitle({ item, children }: { item: PortalItem; children?: ReactNode }) {
  const { titleOf } = useItemTexts();
  const { org, connection } = useConfiguration();
  const title = titleOf(item);
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        fontWeight: 500,
        '& > span': { borderRadius: 1 },
      }}
    >
      <Thumbnail address={itemThumbnail(connection, item, 200)} width={60} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link
          component={RouterLink}
          to={itemAddress(org, item)}
          state={opensInViewer(item) ? undefined : detailsStep}
          sx={wholeItem}
        >
          <bdi>{title}</bdi>
        </Link>
        {children}
      </Box>
    </Box>
  );
}

/** The link opens wherever the item is pressed, because a line of text is a small target. */
const wholeItem = { '&::after': { content: '""', position: 'absolute', inset: 0 } } as const;

/** The folder of an item; renders nothing for none. */
export function InFolder({ title }: { title: string | undefined }) {
  if (!title) return null;
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', color: 'text.secondary' }}
    >
      <FolderOutlined aria-hidden sx={{ fontSize: textSizes.large }} />
      <bdi>{title}</bdi>
    </Box>
  );
}
