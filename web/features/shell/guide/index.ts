/** The tour of a page, and what is new in this version. */
export { Guides } from './guides.tsx';
