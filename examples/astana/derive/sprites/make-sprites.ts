import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { dark, light, type Palette } from '../../../../server/gis/vector-tiles/styles/palette.ts';

interface Symbol {
  name: string;
  size: number;
  draw: (context: SKRSContext2D, palette: Palette) => void;
}

/** The few symbols of the basemap, drawn in a square of `size` pixels. */
const symbols: Symbol[] = [
  { name: 'town', size: 10, draw: (c, p) => disc(c, p, 5, 2.6, 1.4) },
  {
    name: 'capital',
    size: 14,
    draw: (c, p) => {
      disc(c, p, 7, 5, 1.5);
      c.fillStyle = p.symbolLine;
      c.beginPath();
      c.arc(7, 7, 2.2, 0, 2 * Math.PI);
      c.fill();
    },
  },
  {
    name: 'poi',
    size: 10,
    draw: (c, p) => {
      c.fillStyle = p.halo;
      c.beginPath();
      c.arc(5, 5, 3.8, 0, 2 * Math.PI);
      c.fill();
      c.fillStyle = p.poiLabel;
      c.beginPath();
      c.arc(5, 5, 2.6, 0, 2 * Math.PI);
      c.fill();
    },
  },
  {
    name: 'oneway',
    size: 16,
    draw: (c, p) => {
      c.strokeStyle = p.roadLabel;
      c.lineWidth = 1.4;
      c.lineCap = 'round';
      c.lineJoin = 'round';
      c.beginPath();
      c.moveTo(3, 8);
      c.lineTo(13, 8);
      c.moveTo(9.5, 5);
      c.lineTo(13, 8);
      c.lineTo(9.5, 11);
      c.stroke();
    },
  },
];

const columns = 16;

/**
 * Sprite sheets and their indexes for both forms, in normal and double density, by path
 * (`dark/sprite@2x.png`).
 */
export function makeSprites(): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const [scheme, palette] of Object.entries({ light, dark })) {
    for (const ratio of [1, 2]) {
      const suffix = ratio === 2 ? '@2x' : '';
      const { png, index } = sheet(palette, ratio);
      files.set(`${scheme}/sprite${suffix}.png`, png);
      files.set(`${scheme}/sprite${suffix}.json`, Buffer.from(`${JSON.stringify(index, null, 2)}\n`));
    }
  }
  return files;
}

function sheet(palette: Palette, ratio: number) {
  const canvas = createCanvas(columns * symbols.length * ratio, columns * ratio);
  const context = canvas.getContext('2d');
  const index: Record<string, { x: number; y: number; width: number; height: number; pixelRatio: number }> =
    {};
  symbols.forEach((symbol, position) => {
    const x = position * columns * ratio;
    context.setTransform(ratio, 0, 0, ratio, x, 0);
    symbol.draw(context, palette);
    index[symbol.name] = {
      x,
      y: 0,
      width: symbol.size * ratio,
      height: symbol.size * ratio,
      pixelRatio: ratio,
    };
  });
  return { png: canvas.toBuffer('image/png'), index };
}

function disc(context: SKRSContext2D, palette: Palette, center: number, radius: number, line: number): void {
  context.beginPath();
  context.arc(center, center, radius, 0, 2 * Math.PI);
  context.fillStyle = palette.symbol;
  context.fill();
  context.lineWidth = line;
  context.strokeStyle = palette.symbolLine;
  context.stroke();
}
