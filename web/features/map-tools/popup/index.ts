/** What our own buttons in a feature's popup do. */
export { PopupActions } from './popup-actions.tsx';
