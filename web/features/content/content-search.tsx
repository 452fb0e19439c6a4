import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/search-field.tsx';
import { useFormats } from '../languages/index.ts';
import type { ContentPlace } from './content-place.ts';

export interface ContentSearchProps {
  place: ContentPlace;
  /** Items found; undefined while that is not known. */
  found: number | undefined;
  onGo: (change: Partial<ContentPlace>, options: { replace: boolean }) => void;
}

/** Searches the folder one is in, or everything. Typing is no step one would want to go back over. */
export function ContentSearch({ place, found, onGo }: ContentSearchProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const where = place.folder === 'everywhere' || place.folder === 'root' ? place.folder : 'folder';
  return (
    <Box component="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      <SearchField
        value={place.text}
        label={t(`content.search.${where}`)}
        clearLabel={t('content.search.clear')}
        onSearch={(text) => onGo({ text }, { replace: true })}
      />
      {/* There before it speaks, so that screen readers say what comes into it. */}
      <Typography component="output" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {place.text && found ? t('content.search.found', { number: number(found) }) : ''}
      </Typography>
    </Box>
  );
}
