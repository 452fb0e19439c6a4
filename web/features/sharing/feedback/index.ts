/** The button that opens the organisation's own feedback form. */
export { FeedbackButton } from './feedback-button.tsx';
export { FeedbackRow } from './feedback-button.tsx';
