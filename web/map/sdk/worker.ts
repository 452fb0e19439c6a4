/**
 * Entry of the SDK's workers, built by ourselves so that it shares its chunks with the page and comes in two files
 * instead of thirty. The SDK loads it by address and reads the default export.
 */
// oxlint-disable import/no-default-export
// @ts-expect-error The SDK has no types for what it keeps to itself.
export { default } from '@arcgis/core/core/workers/RemoteClient.js';
