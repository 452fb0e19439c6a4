import Star from '@mui/icons-material/StarBorder';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { IntegrationIcon } from '../../../../web/ui/integration-icon.tsx';
import { Logo } from '../../../../web/ui/logo.tsx';
import { CardGrid, FactLine, MapCard, type MapCardProps, Thumbnail } from '../../../../web/ui/map-card.tsx';
import { MapCardSkeletons, RowSkeletons } from '../../../../web/ui/skeletons.tsx';
import { integrationTypes } from '../../../../integration-kinds/definitions.ts';

export default { title: 'Cards and rows' };

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path fill="#cfe3b8" d="M0 0h3v2H0z"/><path fill="#7fb2d6" d="M0 2 3 .6V2z"/></svg>',
)}`;

const park: MapCardProps = {
  title: 'Parks of Astana',
  thumbnail: picture,
  details: ['By Ada Lovelace', 'Changed yesterday'],
  renderLink: (title) => <Link href="#map">{title}</Link>,
};

export const MapCards = () => (
  <CardGrid>
    <MapCard {...park} />
    <MapCard {...park} title="Without a picture" thumbnail={undefined} />
    <MapCard
      {...park}
      title="A title so long that it takes more than the two lines which a card has for it before it is cut"
      facts={['Public', '1,204 views']}
      badge={<Chip size="small" label="Needs attention" color="warning" />}
      foot={
        <IconButton aria-label="Add to favourites">
          <Star />
        </IconButton>
      }
    />
  </CardGrid>
);

export const LoadingCards = () => <MapCardSkeletons count={3} label="Loading maps" foot />;
export const LoadingRows = () => <RowSkeletons count={3} label="Loading items" />;

export const Pictures = () => (
  <Box sx={{ display: 'flex', gap: 2 }}>
    <Thumbnail address={picture} width={120} />
    <Thumbnail address={undefined} width={120} />
    <Logo address="" />
    <Logo address={picture} />
  </Box>
);

export const IntegrationIcons = () => (
  <Box sx={{ display: 'flex', gap: 2 }}>
    {integrationTypes.map((type) => (
      <IntegrationIcon key={type} type={type} titleAccess={type} />
    ))}
  </Box>
);

export const Facts = () => (
  <Box sx={{ width: 160 }}>
    <FactLine>
      <span>By Ada Lovelace</span>
      <span>Public</span>
      <span>Changed yesterday</span>
    </FactLine>
  </Box>
);
