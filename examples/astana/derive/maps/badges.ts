import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, Image } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);
/** Pixels of a badge: twice its displayed size, for high-density screens. */
const side = 44;
const iconSide = 24;

/** Draws an icon of the Maki set (CC0) in white on a coloured disc with a white rim, as PNG. */
export function badge(name: string, hex: string): Buffer {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  disc(side / 2, '#ffffff');
  disc(side / 2 - 2.5, hex);
  const svg = readFileSync(require.resolve(`@mapbox/maki/icons/${name}.svg`), 'utf8');
  const image = new Image();
  // The icon is made large before it is rasterised; white is inherited by its paths.
  image.src = Buffer.from(
    svg
      .replace(/<svg /, '<svg fill="#ffffff" ')
      .replace(/width="15" height="15"/, `width="${iconSide}" height="${iconSide}"`),
  );
  context.drawImage(image, (side - iconSide) / 2, (side - iconSide) / 2, iconSide, iconSide);
  return canvas.toBuffer('image/png');

  function disc(radius: number, colour: string): void {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
    context.fill();
  }
}
