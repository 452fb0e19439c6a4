/** The form of a layer as a page: reports of members and visitors, stored until they are sent. */
export { FormView, type FormViewProps } from './form-view.tsx';
