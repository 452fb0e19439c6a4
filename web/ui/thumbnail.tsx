import MapOutlined from '@mui/icons-material/MapOutlined';
import { styled } from '@mui/material/styles';
import { useState } from 'react';

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
