import Search from '@mui/icons-material/Search';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { styled } from '@mui/material/styles';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { useFocusAdded } from '../../../ui/use-focus-added.ts';
import { useInView } from '../../../ui/use-screen.ts';

interface Paged {
  data?: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}

/** The end of a list, next to it: loads the next rows when scrolled to, or by its button; shows why when that fails. */
export function MoreRows({ list }: { list: Paged }) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = list;
  const pages = list.data?.pages.length ?? 0;
  const end = useRef<HTMLDivElement>(null);
  const noteRows = useFocusAdded(end, isFetchingNextPage);
  const more = () => void list.fetchNextPage();
  const press = () => {
    noteRows();
    more();
  };
  const watch = useInView(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) more();
  });
  if (isFetchNextPageError) {
    return (
      <Alert
        ref={end}
        severity="error"
        action={
          <Button color="inherit" onClick={press}>
            {t('app.tryAgain')}
          </Button>
        }
        sx={{ width: '100%' }}
      >
        <ErrorMessage error={error} />
      </Alert>
    );
  }
  if (!hasNextPage) return null;
  return (
    <Box ref={end} sx={{ position: 'relative', display: 'grid', justifyContent: 'center' }}>
      {/* A new one per page: on a tall screen the end may still be visible after a page has loaded. */}
      <Box key={pages} ref={watch} sx={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
      <Button loading={isFetchingNextPage} onClick={press} sx={{ minHeight: sizes.touch }}>
        {t('app.showMore')}
      </Button>
    </Box>
  );
}

/** A list of thousands of rows: off-screen rows cost the browser nothing. */
export const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'minmax(0, 1fr)',
  // The focus ring is slightly outside a row.
  '& > li': { contentVisibility: 'auto', containIntrinsicSize: 'auto 64px', overflowClipMargin: '4px' },
});

/** A search field, with further filters, sorting and buttons beside it. */
export function SearchRow(props: {
  label: string;
  text: string;
  onText: (text: string) => void;
  children: ReactNode;
}) {
  const { label, text, onText, children } = props;
  return (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
      <TextField
        type="search"
        size="small"
        value={text}
        onChange={({ target }) => onText(target.value)}
        placeholder={label}
        sx={{ flex: '1 1 240px', '& .MuiInputBase-root': { minHeight: sizes.touch } }}
        slotProps={{
          htmlInput: { 'aria-label': label, enterKeyHint: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {children}
    </Box>
  );
}

/** The search text, deferred until the page is idle. */
export function useSearched(text: string): string {
  return useDeferredValue(text.trim());
}
