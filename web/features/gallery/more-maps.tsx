import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { errorText, useFormats } from '../languages/index.ts';
import type { useGalleryMaps } from './use-gallery-maps.ts';
import { useInView } from '../../ui/use-in-view.ts';

export interface MoreMapsProps {
  found: ReturnType<typeof useGalleryMaps>;
  shown: number;
  total: number;
  onMore: () => void;
}

/** The end of the list: loads the next page when it comes into view or by its button; says why when that fails. */
export function MoreMaps({ found, shown, total, onMore }: MoreMapsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = found;
  const watch = useInView(() => {
    if (hasNextPage && !isFetchingNextPage && !error) onMore();
  });
  if (error) {
    const again = (
      <Button color="inherit" size="small" onClick={() => void fetchNextPage()}>
        {t('app.tryAgain')}
      </Button>
    );
    return (
      <Alert severity="error" action={again}>
        {t('gallery.error.more')}: {errorText(t, error)}
      </Alert>
    );
  }
  if (!hasNextPage) return null;
  return (
    <Box ref={watch} sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 2 }}>
      <Typography color="textSecondary">
        {t('gallery.shown', { shown: number(shown), total: number(total) })}
      </Typography>
      {isFetchingNextPage ? (
        <CircularProgress size={28} aria-label={t('app.loading')} />
      ) : (
        <Button variant="outlined" onClick={onMore}>
          {t('app.showMore')}
        </Button>
      )}
    </Box>
  );
}
