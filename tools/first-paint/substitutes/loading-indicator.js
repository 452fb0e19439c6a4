import { createElement, lazy, Suspense } from 'react';

// Without a network, a button that waits has no circle, and the page does not fail.
const CircularProgress = lazy(() =>
  import('@mui/material/CircularProgress').catch(() => ({ default: () => null })),
);

/** In place of the progress circle that the library's buttons import, loaded when the first one is shown. */
// oxlint-disable-next-line import/no-default-export
export default function LoadingIndicator(props) {
  return createElement(Suspense, { fallback: null }, createElement(CircularProgress, props));
}
