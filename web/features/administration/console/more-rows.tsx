import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useInView } from '../../../ui/use-in-view.ts';
import { errorText } from '../../../i18n/index.ts';
import { sizes } from '../../../ui/sizes.ts';

interface Paged {
  data?: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}

/** The end of a list: loads the next rows when scrolled to, or by its button; shows why when that fails. */
export function MoreRows({ list }: { list: Paged }) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = list;
  const more = () => void list.fetchNextPage();
  const watch = useInView(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) more();
  });
  if (isFetchNextPageError) {
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={more}>
            {t('app.tryAgain')}
          </Button>
        }
        sx={{ width: '100%' }}
      >
        {errorText(t, error)}
      </Alert>
    );
  }
  if (!hasNextPage) return null;
  return (
    // A new one per page: on a tall screen the end may still be visible after a page has loaded.
    <Box key={list.data?.pages.length} ref={watch} sx={{ display: 'grid', justifyContent: 'center' }}>
      <Button loading={isFetchingNextPage} onClick={more} sx={{ minHeight: sizes.touch }}>
        {t('app.showMore')}
      </Button>
    </Box>
  );
}
