import Button from '@mui/material/Button';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isRouteErrorResponse,
  Outlet,
  ScrollRestoration,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { usePageName } from '../context/page-frame.ts';
import { errorParts } from '../i18n/index.ts';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { ErrorView } from '../ui/state-message.tsx';
import type { Organisation } from './organisation-loader.ts';

/** Removes the header that the server has drawn, in the frame in which the application draws its own. */
function useOwnHeader(): void {
  useLayoutEffect(() => remove('#shell'), []);
}

/**
 * Removes what the server has drawn of the page below the header, in the frame in which the application draws
 * its own; the gallery keeps the cards until it has some, and a map its picture.
 *
 * @param others selectors of what else is removed
 */
export function useOwnPage(others = ''): void {
  useLayoutEffect(() => remove(`#shell-page, #shell-cards:not([data-kept])${others}`), [others]);
}

function remove(selectors: string): void {
  for (const served of document.querySelectorAll(selectors)) served.remove();
}

/**
 * The error page: a sad face, the message or "Something went wrong", and a Home link, which leads to `/`;
 * beside it a link back to the organisation.
 */
export function ErrorPage() {
  useOwnPage(', #shell-picture');
  const { t } = useTranslation();
  const error = useRouteError();
  const organisation = useRouteLoaderData<Organisation>('organisation');
  const { message, detail } =
    isRouteErrorResponse(error) && error.statusText
      ? { message: error.statusText, detail: '' }
      : errorParts(t, error);
  usePageName(message);
  return (
    <ErrorView message={message} detail={detail || undefined}>
      <Button variant="contained" href="/">
        {t('app.home')}
      </Button>
      {organisation && (
        <Button variant="outlined" href={`/${organisation.org}`}>
          {t('app.backTo', { title: organisation.config.title || organisation.org })}
        </Button>
      )}
      <Button variant="outlined" onClick={() => window.location.reload()}>
        {t('app.tryAgain')}
      </Button>
    </ErrorView>
  );
}

/** Around every page: shows the loading bar during a navigation, including the loading of a view's code. */
export function RootView() {
  useOwnHeader();
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

/** Around every page of an organisation, in its frame. */
export function PageView() {
  useOwnPage();
  return <Outlet />;
}
