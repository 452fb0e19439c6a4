import type { Page } from '@playwright/test';
import { crc32, deflateSync } from 'node:zlib';

/** 256 by 256 pixels over the demo city, written by GDAL with blocks of 128 pixels. */
const geoTiff = Buffer.from(
  'SUkqAMAAAABHREFMX1NUUlVDVFVSQUxfTUVUQURBVEFfU0laRT0wMDAxNDAgYnl0ZXMKTEFZT1VUPUlGRFNfQkVGT1JFX0RBVEEKQkxPQ0tfT1JERVI9Uk9XX01BSk9SCkJMT0NLX0xFQURFUj1TSVpFX0FTX1VJTlQ0CkJMT0NLX1RSQUlMRVI9TEFTVF80X0JZVEVTX1JFUEVBVEVECktOT1dOX0lOQ09NUEFUSUJMRV9FRElUSU9OPU5PCiAAEQAAAQMAAQAAAAABAAABAQMAAQAAAAABAAACAQMAAQAAAAgAAAADAQMAAQAAAAgAAAAGAQMAAQAAAAEAAAAVAQMAAQAAAAEAAAAcAQMAAQAAAAEAAAA9AQMAAQAAAAEAAABCAQMAAQAAAIAAAABDAQMAAQAAAIAAAABEAQQABAAAAOoCAABFAQQABAAAAPoCAABTAQMAAQAAAAEAAAAOgwwAAwAAAJIBAACChAwABgAAAKoBAACvhwMAIAAAANoBAACxhwIAIQAAABoCAAA8AgAAAAAAAABAL0AAAAAAAHAnQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALJSXkEAAAAAQllZQQAAAAAAAAAAAQABAAAABwAABAAAAQABAAEEAAABAAEAAgSxhxkAAAABCLGHBwAZAAYIAAABAI4jAAwAAAEAEQ8EDAAAAQApI1dHUyA4NCAvIFBzZXVkby1NZXJjYXRvcnxXR1MgODR8AAAOAP4ABAABAAAAAQAAAAABAwABAAAAgAAAAAEBAwABAAAAgAAAAAIBAwABAAAACAAAAAMBAwABAAAACAAAAAYBAwABAAAAAQAAABUBAwABAAAAAQAAABwBAwABAAAAAQAAAD0BAwABAAAAAQAAAEIBAwABAAAAgAAAAEMBAwABAAAAgAAAAEQBBAABAAAADgMAAEUBBAABAAAAJwAAAFMBAwABAAAAAQAAAAAAAAA9AwAAbAMAAJsDAADKAwAAJwAAACcAAAAnAAAAJwAAACcAAAB4nO3BMQEAAADCoNqLbwwfoAAAAAAAAAAAAAAAAAAAAIC3AYQpAcOEKQHDJwAAAHic7cExAQAAAMKg2otvDB+gAAAAAAAAAAAAAAAAAAAAgLcBhCkBw4QpAcMnAAAAeJztwTEBAAAAwqDai28MH6AAAAAAAAAAAAAAAAAAAACAtwGEKQHDhCkBwycAAAB4nO3BMQEAAADCoNqLbwwfoAAAAAAAAAAAAAAAAAAAAIC3AYQpAcOEKQHDJwAAAHic7cExAQAAAMKg2otvDB+gAAAAAAAAAAAAAAAAAAAAgLcBhCkBw4QpAcM=',
  'base64',
);

/** Answers requests for `height.tif` like a server of files: the parts that are asked for. */
export function serveGeoTiff(page: Page) {
  return page.route('**/height.tif', (route) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(route.request().headers()['range'] ?? '') ?? [];
    const part = geoTiff.subarray(Number(from), to ? Number(to) + 1 : undefined);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${geoTiff.length}`;
    return route.fulfill({
      status: route.request().headers()['range'] ? 206 : 200,
      headers: { 'content-range': range, 'accept-ranges': 'bytes' },
      contentType: 'image/tiff',
      body: part,
    });
  });
}

/** Two lines, each with a style of its own: red and green. */
export const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Style id="red"><LineStyle><color>ff0000ff</color><width>5</width></LineStyle></Style>
  <Style id="green"><LineStyle><color>ff00aa00</color><width>3</width></LineStyle></Style>
  <Placemark><name>A</name><styleUrl>#red</styleUrl><LineString><coordinates>71.42,51.12 71.45,51.13</coordinates></LineString></Placemark>
  <Placemark><name>B</name><styleUrl>#green</styleUrl><LineString><coordinates>71.42,51.13 71.45,51.14</coordinates></LineString></Placemark>
</Document></kml>`;

/** A PNG of one colour, 16 by 16 pixels. */
export function pngOf(red: number, green: number, blue: number): Buffer {
  const size = 16;
  const line = Buffer.from([0, ...Array.from({ length: size }, () => [red, green, blue]).flat()]);
  const part = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    part('IHDR', header),
    part('IDAT', deflateSync(Buffer.concat(Array.from({ length: size }, () => line)))),
    part('IEND', Buffer.alloc(0)),
  ]);
}
