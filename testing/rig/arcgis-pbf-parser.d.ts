/** An independent decoder of Esri's protocol buffer, which has no types. */
declare module 'arcgis-pbf-parser' {
  export default function decode(bytes: Uint8Array): {
    featureCollection: object;
    exceededTransferLimit?: boolean;
  };
}
