/** Uploads a file and publishes it as a hosted layer. */
export { UploadButton } from './upload-button.tsx';
