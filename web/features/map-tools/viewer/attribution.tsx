import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { useMapState } from '../../../map/map-model.ts';
import { sizes, touchScreens } from '../../../ui/sizes.ts';

/** The credits of what is in view. The data's licences and the SDK's terms require them to be always visible. */
export function Attribution() {
  const { t } = useTranslation();
  const credits = useMapState((state) => state.attribution);
  const text = credits.join(' | ');
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
      <Box
        component="bdi"
        title={text}
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {text}
      </Box>
      <Link href="https://www.esri.com/" target="_blank" rel="noopener" color="inherit" sx={styles.link}>
        {t('viewer.poweredBy')}
      </Link>
    </Box>
  );
}

const styles = {
  link: {
    flexShrink: 0,
    position: 'relative',
    // A target that is taller than the line of the credits, though the edge that resizes a table covers a part of it.
    '&::before': {
      content: '""',
      position: 'absolute',
      insetInline: 0,
      bottom: -4,
      height: 31,
      [touchScreens]: { height: sizes.touch + 7 },
    },
  },
} as const;
