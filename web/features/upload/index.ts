/** A file becomes a hosted layer (product.md, My content). */
export { UploadButton } from './upload-button.tsx';
