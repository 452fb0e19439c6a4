import FolderOff from '@mui/icons-material/FolderOffOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { StateMessage } from '../../../ui/state-message.tsx';
import { allContent, type ContentPlace } from '../content-place.ts';

export interface EmptyContentProps {
  place: ContentPlace;
  onGo: (change: Partial<ContentPlace>) => void;
  onAdd: () => void;
}

/** Why my content shows nothing, and the way out: clear the search, search all of it, or add something. */
export function EmptyContent({ place, onGo, onAdd }: EmptyContentProps) {
  const { t } = useTranslation();
  const { text, folder } = place;
  if (text) {
    const ways = (
      <>
        <Button onClick={() => onGo({ text: '' })}>{t('content.search.clear')}</Button>
        {folder !== allContent.folder && (
          <Button onClick={() => onGo({ folder: allContent.folder })}>
            {t('content.search.everywhere.do')}
          </Button>
        )}
      </>
    );
    return <StateMessage icon={<SearchOff />} title={t('content.search.nothing', { text })} action={ways} />;
  }
  const empty = folder === allContent.folder ? t('content.empty') : t('content.empty.folder');
  const add = <Button onClick={onAdd}>{t('content.add')}</Button>;
  return <StateMessage icon={<FolderOff />} title={empty} action={add} />;
}
