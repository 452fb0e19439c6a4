import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { drawGround } from './ground.ts';
import { render } from './render.ts';
import {
  along,
  distanceToLine,
  type Frame,
  frameAt,
  inside,
  readScene,
  type Scene,
  type Spot,
} from './scene.ts';
import { autumn, type Season, summer } from './season.ts';

/**
 * Draws the demo's street-level photos: panoramas of the demo city's real buildings, trees and streets, with
 * a GeoJSON file of their locations, directions and times. `npm run derive -- panoramas
 * [from which] [to which]`
 */
const folder = path.resolve(import.meta.dirname, '../../panoramas');
const frame = frameAt(71.4272, 51.1608);
const width = 2048;
/** Drawn larger, then scaled down, for smooth edges. */
const over = 2;
const eye = 2.4;

interface Photo {
  name: string;
  street: string;
  spot: Spot;
  heading: number;
  season: Season;
  /** Pixels of the picture. */
  width: number;
}

const walks = [
  {
    key: 'respubliki',
    street: 'проспект Республики',
    from: [-400, -160],
    to: [400, 240],
    seasons: [summer, autumn],
  },
  { key: 'karash', street: 'улица Гумар Караш', from: [-400, -400], to: [400, 400], seasons: [summer] },
  { key: 'agybay', street: 'улица Агыбай батыра', from: [-400, -400], to: [400, 400], seasons: [summer] },
] as const;

/**
 * The other main streets of the centre: spacing in metres, up to a distance from the middle; smaller
 * pictures.
 */
const around = { reach: 620, step: 25, width: 1280, classes: /^(Primary|Secondary|Tertiary)/ };

function planPhotos(scene: Scene): Photo[] {
  const walked = planWalks(scene);
  return [...walked, ...planMainStreets(scene, walked)];
}

function planMainStreets(scene: Scene, walked: readonly Photo[]): Photo[] {
  const { reach, step, width, classes } = around;
  const taken = walked.map(({ spot }) => spot);
  return scene.streets
    .filter(({ name, kind }) => name !== '' && classes.test(kind))
    .flatMap(({ line, name }) => along(line, step).map((place) => ({ ...place, street: name })))
    .filter(({ spot: [x, y] }) => Math.abs(x) < reach && Math.abs(y) < reach)
    .filter(({ spot }) => !scene.buildings.some(({ rings }) => inside(spot, rings, 1)))
    .filter(({ spot }) => {
      // The carriageways of an avenue, and crossings, are covered once.
      const free = taken.every((other) => Math.hypot(other[0] - spot[0], other[1] - spot[1]) > step * 0.8);
      if (free) taken.push(spot);
      return free;
    })
    .map(({ spot, heading, street }, index) => ({
      name: `centre-${String(index + 1).padStart(3, '0')}-${summer.time.slice(0, 4)}.webp`,
      street,
      spot,
      heading,
      season: summer,
      width,
    }));
}

function planWalks(scene: Scene): Photo[] {
  return walks.flatMap(({ key, street, from, to, seasons }) => {
    const within = ([x, y]: Spot) => x > from[0] && x < to[0] && y > from[1] && y < to[1];
    const taken: Spot[] = [];
    const places = scene.streets
      .filter(({ name }) => name === street)
      .flatMap(({ line }) => along(line, 20))
      .filter(({ spot }) => within(spot) && !scene.buildings.some(({ rings }) => inside(spot, rings, 1)))
      .filter(({ spot }) => {
        // The two carriageways of an avenue are one walk.
        const free = taken.every((other) => Math.hypot(other[0] - spot[0], other[1] - spot[1]) > 17);
        if (free) taken.push(spot);
        return free;
      })
      .slice(0, 16);
    return seasons.flatMap((season) =>
      places.map(({ spot, heading }, index) => ({
        name: `${key}-${String(index + 1).padStart(2, '0')}-${season.time.slice(0, 4)}.webp`,
        street,
        spot,
        heading,
        season,
        width,
      })),
    );
  });
}

async function draw(scene: Scene, { name, spot, heading, season, width }: Photo): Promise<number> {
  const near = drawGround(scene, season, spot, { side: 70, detail: 20 });
  const wide = drawGround(scene, season, spot, { side: 700, detail: 3 });
  const size = width * over;
  const pixels = render(scene, season, { at: spot, eye, heading }, [near, wide], size);
  const bytes = await sharp(pixels, { raw: { width: size, height: size / 2, channels: 3 } })
    .resize(width, width / 2, { kernel: 'lanczos3' })
    .webp({ quality: 64, effort: 5 })
    .toBuffer();
  writeFileSync(path.join(folder, name), bytes);
  return bytes.length;
}

function describe(photos: readonly Photo[], { toDegrees }: Frame): string {
  const features = photos.map(({ name, street, spot, heading, season }) =>
    JSON.stringify({
      type: 'Feature',
      properties: {
        url: name,
        heading: Math.round((((heading * 180) / Math.PI + 360) % 360) * 10) / 10,
        time: season.time,
        street,
      },
      geometry: { type: 'Point', coordinates: toDegrees(spot).map((value) => Number(value.toFixed(6))) },
    }),
  );
  const credits = '© OpenStreetMap contributors, ODbL 1.0; drawn, not photographed';
  return `{"type":"FeatureCollection","attribution":"${credits}","features":[\n${features.join(',\n')}\n]}\n`;
}

const scene = readScene(frame, 900);
const photos = planPhotos(scene);
mkdirSync(folder, { recursive: true });
const [from = 0, to = photos.length] = process.argv.slice(2).map(Number);
for (const photo of photos.slice(from, to)) {
  const started = Date.now();
  const size = await draw(scene, photo);
  const beside = Math.min(...scene.buildings.map(({ rings }) => distanceToLine(photo.spot, rings[0] ?? [])));
  console.log(
    `${photo.name}: ${Math.ceil(size / 1024)} kB, ${Date.now() - started} ms, wall at ${beside.toFixed(0)} m`,
  );
}
writeFileSync(path.join(folder, 'photos.geojson'), describe(photos, frame));
