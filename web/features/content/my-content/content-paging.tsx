import Pagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { sizes } from '../../../ui/sizes.ts';

/** Pagination: neighbouring pages, the first and the last; hidden for a single page. */
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
  const names = { previous: t('content.previous'), next: t('content.next') };
  return (
    <Pagination
      page={Math.min(page, pages)}
      count={pages}
      siblingCount={0}
      shape="rounded"
      aria-label={t('content.pages')}
      getItemAriaLabel={(type, at) =>
        type === 'previous' || type === 'next'
          ? names[type]
          : t('content.page', { page: number(at ?? 1), pages: number(pages) })
      }
      renderItem={(item) => (
        <PaginationItem
          {...item}
          {...(item.type === 'page' && { page: number(item.page ?? 1) })}
          sx={{ minWidth: sizes.touch, height: sizes.touch, mx: 0, fontVariantNumeric: 'tabular-nums' }}
        />
      )}
      onChange={(_event, chosen) => onPage(chosen)}
      sx={{ justifySelf: 'center' }}
    />
  );
}
