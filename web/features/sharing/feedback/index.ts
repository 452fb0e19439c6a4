import { lazy } from 'react';

/** The button that opens the organisation's own feedback form. */
export { FeedbackButton } from './feedback-button.tsx';
/** The same in the side drawer; loaded with it. */
export const FeedbackRow = lazy(async () => ({ default: (await import('./feedback-row.tsx')).FeedbackRow }));
