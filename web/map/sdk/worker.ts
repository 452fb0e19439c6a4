/**
 * Entry of the SDK's workers, built here so that it shares chunks with the page and has two files instead of thirty.
 * The SDK loads it by URL and reads the default export.
 */
// oxlint-disable import/no-default-export
// @ts-expect-error The SDK has no types for what it keeps to itself.
export { default } from '@arcgis/core/core/workers/RemoteClient.js';
