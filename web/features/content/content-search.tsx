import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/search-field.tsx';
import type { ContentPlace } from './content-place.ts';

export interface ContentSearchProps {
  place: ContentPlace;
  onGo: (change: Partial<ContentPlace>, options: { replace: boolean }) => void;
}

/** Searches the folder one is in, or everything. Typing is no step one would want to go back over. */
export function ContentSearch({ place, onGo }: ContentSearchProps) {
  const { t } = useTranslation();
  const where = place.folder === 'everywhere' || place.folder === 'root' ? place.folder : 'folder';
  return (
    <Box component="search" sx={{ display: 'grid' }}>
      <SearchField
        value={place.text}
        label={t(`content.search.${where}`)}
        clearLabel={t('content.search.clear')}
        onSearch={(text) => onGo({ text }, { replace: true })}
      />
    </Box>
  );
}
