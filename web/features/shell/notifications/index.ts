/** Notifications of the portal: a bell in the header with the number of new ones, and their list. */
export { NotificationsButton } from './notifications-button.tsx';
