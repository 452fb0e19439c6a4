import { expect, it, vi } from 'vitest';
import type { drawClusters } from './local-glyphs.ts';
import { ClusterSource } from './cluster-source.ts';

const code = 0xe000;
const glyph = {
  id: code,
  bitmap: new Uint8ClampedArray([1]),
  width: 20,
  height: 10,
  left: 1,
  top: -8,
  advance: 21,
};

function createSource(glyphs = [glyph]) {
  const server = {
    fetchRange: vi.fn<(font: string, range: number, options?: object) => Promise<void>>(
      async () => undefined,
    ),
    preloadASCIIRange: vi.fn<() => Promise<void>>(async () => undefined),
    getRange: vi.fn<(font: string, code: number) => undefined>(() => undefined),
    woffURL: () => '',
  };
  const draw = vi.fn<typeof drawClusters>(async () => glyphs);
  return { server, draw, source: new ClusterSource(server, draw) };
}

it('draws a cluster once for a font, also when two labels need it at the same time', async () => {
  const { source, draw } = createSource();
  const prepare = (font: string) => source.prepare(font, [{ code, text: 'ल्ली' }]);
  await Promise.all([prepare('bold'), prepare('bold')]);
  await prepare('bold');
  expect(draw).toHaveBeenCalledTimes(1);
  await prepare('regular');
  expect(draw).toHaveBeenCalledTimes(2);
  const range = source.getRange('bold', code);
  expect(range?.getRect(code)).toEqual({ left: 1, top: -8, width: 20, height: 10 });
  expect(range?.getShaping(code)?.xAdvance).toBe(21);
  expect(range?.getBitmap(code)).toEqual(new Uint8Array([1]));
});

it('has no glyph for letters that no font has, and does not try again', async () => {
  const { source, draw } = createSource([]);
  await source.prepare('bold', [{ code, text: 'བོ' }]);
  await source.prepare('bold', [{ code, text: 'བོ' }]);
  expect(source.getRange('bold', code)).toBeUndefined();
  expect(draw).toHaveBeenCalledTimes(1);
});

it('draws again when a code stands for another cluster', async () => {
  const { source, draw } = createSource();
  await source.prepare('bold', [{ code, text: 'ल्ली' }]);
  source.forget(code);
  await source.prepare('bold', [{ code, text: 'दि' }]);
  expect(draw).toHaveBeenCalledTimes(2);
});

it('requests other letters of the server, and none of its clusters', async () => {
  const { source, server } = createSource();
  await source.fetchRange('bold', code / 256);
  expect(server.fetchRange).not.toHaveBeenCalled();
  await source.fetchRange('bold', 4);
  expect(server.fetchRange).toHaveBeenCalledWith('bold', 4, undefined);
  source.getRange('bold', 1025);
  expect(server.getRange).toHaveBeenCalledWith('bold', 1025);
});
