/** Feedback through the organisation's own form (product.md, Feedback). */
export { FeedbackButton } from './feedback-button.tsx';
export { FeedbackRow } from './feedback-row.tsx';
