import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { LoadingBar } from '../ui/loading-bar.tsx';

/** Around every page: shows the loading bar during a navigation, including the loading of a view's code. */
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
