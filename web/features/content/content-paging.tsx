import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../languages/index.ts';

/** Back and forth between pages; nothing when there is one only. */
export function ContentPaging({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (pages < 2) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Button variant="outlined" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('content.previous')}
      </Button>
      <Typography component="output" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('content.page', { page: number(page), pages: number(pages) })}
      </Typography>
      <Button variant="outlined" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('content.next')}
      </Button>
    </Box>
  );
}
