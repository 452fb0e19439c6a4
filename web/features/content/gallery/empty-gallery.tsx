import FilterAltOff from '@mui/icons-material/FilterAltOffOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import StarBorder from '@mui/icons-material/StarBorder';
import Verified from '@mui/icons-material/VerifiedOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { type GallerySearch, defaultGallerySearch, withoutCriteria } from './gallery-search.ts';
import { countFilters, type Missing } from './portal-search.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

/** Why the gallery is empty, with an action: clear the search, show all, sign in, or create a map. */
export function EmptyGallery({ search, onChange }: { search: GallerySearch; onChange: ChangeGallery }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user, signIn } = useIdentity();
  const { text, scope } = search;
  if (text && countFilters(search) === 0 && scope === 'all') {
    const clear = <Button onClick={() => onChange({ text: '' })}>{t('gallery.nothingFound.clear')}</Button>;
    // Content shared only with members is found after signing in.
    const visitor = !user && {
      detail: t('gallery.empty.signIn'),
      action: (
        <>
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
          {clear}
        </>
      ),
    };
    return (
      <StateMessage
        icon={<SearchOff />}
        title={t('gallery.nothingFound', { text })}
        action={clear}
        {...visitor}
      />
    );
  }
  if (search.attention && !text && countFilters(search) === 1) {
    const clear = (
      <Button onClick={() => onChange({ attention: false })}>{t('gallery.filters.clear')}</Button>
    );
    return <StateMessage icon={<Verified />} title={t('gallery.empty.attention')} action={clear} />;
  }
  if (text || countFilters(search) > 0) {
    const clear = (
      <Button onClick={() => onChange(withoutCriteria(search))}>{t('gallery.filters.clear')}</Button>
    );
    return <StateMessage icon={<FilterAltOff />} title={t('gallery.nothingFiltered')} action={clear} />;
  }
  if (scope === 'favourites' || scope === 'group') {
    const all = <Button onClick={() => onChange(defaultGallerySearch)}>{t('gallery.scope.all')}</Button>;
    const icon = scope === 'group' ? <MapOutlined /> : <StarBorder />;
    return <StateMessage icon={icon} title={t(`gallery.empty.${scope}`)} action={all} />;
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

/** What is required before anything can be shown: sign in, or select a group. */
export function MissingChoice({ missing, onChange }: { missing: Missing; onChange: ChangeGallery }) {
  const { t } = useTranslation();
  const { signIn } = useIdentity();
  if (missing === 'sign-in') {
    const action = <Button onClick={() => void signIn()}>{t('session.signIn')}</Button>;
    return <StateMessage icon={<Lock />} title={t('error.portal:token-required')} action={action} />;
  }
  const all = <Button onClick={() => onChange(defaultGallerySearch)}>{t('gallery.scope.all')}</Button>;
  return <StateMessage icon={<Groups />} title={t('gallery.group.choose')} action={all} />;
}
