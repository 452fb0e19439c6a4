/** The view's slots for controls, without any control. */
// oxlint-disable-next-line import/no-default-export
export { default } from '@arcgis/core/views/ui/UI.js';
