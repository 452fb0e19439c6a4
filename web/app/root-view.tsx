import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { LoadingBar } from '../ui/loading-bar.tsx';

/** Around every page: the loading bar while a navigation is under way, views that load on demand included (spec §2). */
export function RootView() {
  const { t } = useTranslation();
  const { state } = useNavigation();
  return (
    <>
      <LoadingBar active={state !== 'idle'} label={t('app.loading')} />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
