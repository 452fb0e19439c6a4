import MapOutlined from '@mui/icons-material/MapOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import { StateMessage } from '../../ui/state-message.tsx';

/** Why the gallery shows nothing, and the way out: clear the search, sign in, or start a map. */
export function EmptyGallery({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation();
  const { org, user, signIn } = useApplicationContext();
  if (text) {
    return (
      <StateMessage
        icon={<SearchOff />}
        title={t('gallery.nothingFound', { text })}
        action={<Button onClick={onClear}>{t('gallery.nothingFound.clear')}</Button>}
      />
    );
  }
  if (!user) {
    const action = <Button onClick={() => void signIn()}>{t('session.signIn')}</Button>;
    return (
      <StateMessage
        icon={<MapOutlined />}
        title={t('gallery.empty')}
        detail={t('gallery.empty.signIn')}
        action={action}
      />
    );
  }
  const action = (
    <Button component={Link} to={`/${org}/map`}>
      {t('gallery.empty.new')}
    </Button>
  );
  return <StateMessage icon={<MapOutlined />} title={t('gallery.empty')} action={action} />;
}
