/** Made by the build (tools/build/arcgis.ts). */
declare module 'virtual:arcgis-build' {
  /** Where the SDK's files are served, named by its version so that they may be cached for ever. */
  export const assetsPath: string;
  /** Address of our build of the SDK's worker; empty in development. */
  export const workerPath: string;
}
