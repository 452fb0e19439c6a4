/** The application's own buttons in a feature's popup. */
export { PopupActions } from './popup-actions.tsx';
