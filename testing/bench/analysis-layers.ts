import { type PackedLayer, Packer } from '../../analysis/packed-layer.ts';

/** A sequence that looks random and is the same in every run (a linear congruence). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** Length of the side of the area in metres. */
const side = 100_000;
const fields = ['kind', 'id'].map((name) => ({ name, alias: name, type: 'esriFieldTypeInteger' }));

/** Stars with seven corners, clockwise, of about this radius. */
function stars(seed: number, count: number, radius: number): PackedLayer {
  const next = sequence(seed);
  const packer = new Packer('polygon', fields);
  for (let id = 0; id < count; id++) {
    const [x, y] = [next() * side, next() * side];
    const ring = Array.from({ length: 7 }, (_corner, corner) => {
      const angle = (-corner / 7) * 2 * Math.PI;
      const reach = radius * (0.5 + next() / 2);
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    });
    packer.add({ rings: [[...ring, ring[0] ?? []]] }, [id % 1000, id]);
  }
  return packer.finish();
}

function dots(seed: number, count: number): PackedLayer {
  const next = sequence(seed);
  const packer = new Packer('point', fields);
  for (let id = 0; id < count; id++) packer.add({ x: next() * side, y: next() * side }, [id % 1000, id]);
  return packer.finish();
}

/** Many small areas `a`, a hundredth as many larger ones `b`, and points `p`. */
export function benchLayers(count: number): Record<'a' | 'b' | 'p', PackedLayer> {
  return { a: stars(1, count, 60), b: stars(2, Math.ceil(count / 100), 1500), p: dots(3, count) };
}
