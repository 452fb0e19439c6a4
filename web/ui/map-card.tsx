import MapOutlined from '@mui/icons-material/MapOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { Children, type ReactNode, useState } from 'react';
import { radii, sizes } from './sizes.ts';

export interface MapCardProps {
  title: string;
  /** The heading's level on its page. */
  heading?: 'h2' | 'h3';
  thumbnail: string | undefined;
  /** Facts in one line under the title, such as type and owner. */
  facts?: readonly string[];
  /** Short lines below, such as the date. */
  details: readonly string[];
  /** A badge in the picture's corner. */
  badge?: ReactNode;
  /** A line at the bottom: a few figures, and separate buttons beside the card's link. */
  foot?: ReactNode;
  /** Wraps the title in the link that opens the map; the whole card is its target. */
  renderLink: (title: ReactNode) => ReactNode;
  /** Called when the user is about to open the map, so that its data can be prefetched. */
  onIntent?: () => void;
}

/** A map as a card: picture, title, a few details. */
export function MapCard({
  title,
  heading = 'h3',
  thumbnail,
  facts,
  details,
  badge,
  foot,
  renderLink,
  onIntent,
}: MapCardProps) {
  return (
    <Card component="li" variant="outlined" onPointerEnter={onIntent} onFocus={onIntent} sx={styles.card}>
      <Thumbnail address={thumbnail} />
      {badge && (
        <Box sx={{ position: 'absolute', top: 8, insetInlineEnd: 8, display: 'flex', gap: 0.5 }}>{badge}</Box>
      )}
      <Box sx={{ p: 1.5, display: 'grid', gap: 0.25, minWidth: 0, borderTop: 1, borderColor: 'divider' }}>
        <Typography variant="h3" component={heading} dir="auto" title={title} sx={styles.title}>
          {renderLink(title)}
        </Typography>
        {facts && <FactLine>{facts}</FactLine>}
        {details.map((detail) => (
          <Typography key={detail} variant="body2" color="textSecondary">
            {detail}
          </Typography>
        ))}
      </Box>
      {foot && <Box sx={styles.foot}>{foot}</Box>}
    </Card>
  );
}

const styles = {
  card: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    borderRadius: radii.card,
    transition: 'border-color 140ms, box-shadow 140ms',
    '&:hover': { borderColor: 'primary.main', boxShadow: '0 4px 16px rgb(0 0 0 / 8%)' },
    // The focus ring is around the card, which is the link's target.
    '&:has(a:focus-visible)': { outline: '2px solid var(--mui-palette-primary-mark)', outlineOffset: 2 },
    'a:focus-visible': { outline: 'none' },
    'a::after': { content: '""', position: 'absolute', inset: 0 },
  },
  // Above the link's target, which is the whole card; only its buttons receive pointer events.
  foot: {
    display: 'flex',
    alignItems: 'center',
    minHeight: sizes.touch,
    mt: 'auto',
    pb: 0.5,
    paddingInlineStart: 1.5,
    paddingInlineEnd: 0.5,
    '& button': { position: 'relative', zIndex: 1 },
  },
  title: {
    overflowWrap: 'anywhere',
    a: { color: 'text.primary', textDecoration: 'none' },
  },
} as const;

/** Cards side by side, as many as fit: one column on a phone, five on a wide screen. A list for screen readers. */
export const CardGrid = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
  gap: 16,
  margin: 0,
  padding: 0,
  listStyle: 'none',
});

/** Room for the dot before a fact, in pixels. */
const gap = 14;

/**
 * Short facts in a row with dots between them, on as many lines as they need: the facts before a break and
 * after it have no dot there, because the dot of a line's first fact lies outside what is shown. Screen
 * readers announce only the facts.
 */
export function FactLine({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary" component="div" sx={{ overflowX: 'clip' }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', marginInlineStart: -gap }}>
        {Children.map(children, (fact) => fact && <Fact>{fact}</Fact>)}
      </div>
    </Typography>
  );
}

const Fact = styled('span')({
  position: 'relative',
  minWidth: 0,
  paddingInlineStart: `${gap}px`,
  overflowWrap: 'anywhere',
  '&::before': {
    content: '"·" / ""',
    position: 'absolute',
    insetInlineStart: 0,
    width: gap,
    textAlign: 'center',
  },
});

/** A map's thumbnail in the portal's 3 : 2 ratio; an icon where there is none or it cannot be loaded. Decorative. */
export function Thumbnail({ address, width }: { address: string | undefined; width?: number }) {
  const [failed, setFailed] = useState<string>();
  return (
    <Frame style={width ? { width } : undefined}>
      {address && failed !== address ? (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(address)} />
      ) : (
        <MapOutlined aria-hidden />
      )}
    </Frame>
  );
}

const Frame = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  aspectRatio: '3 / 2',
  overflow: 'hidden',
  flexShrink: 0,
  color: theme.vars.palette.text.secondary,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 12%, ${theme.vars.palette.background.paper})`,
  '& > img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
  '& > svg': { fontSize: '2.5rem', opacity: 0.6 },
}));
