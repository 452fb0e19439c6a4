import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { preparePhotos } from './prepare-photo.ts';

/** What is drawn, as far as its order matters: there is no canvas outside a browser. */
let drawn: string[] = [];

beforeEach(() => {
  drawn = [];
  const context = {
    fillStyle: 'black',
    fillRect(...area: number[]) {
      drawn.push(`${this.fillStyle} ${area.join()}`);
    },
    drawImage: (_image: object, ...area: number[]) => drawn.push(`photo ${area.join()}`),
  };
  const canvas = {
    getContext: () => context,
    toBlob: (give: (photo: Blob) => void) => give(new Blob(['jpeg'])),
  };
  vi.stubGlobal('document', { createElement: () => ({ ...canvas }) });
  vi.stubGlobal('createImageBitmap', async ({ name }: File) => {
    if (!name.endsWith('.png')) throw new Error('No picture');
    return { width: 4096, height: 1024, close: () => {} };
  });
  onTestFinished(() => void vi.unstubAllGlobals());
});

const limits = { maxBytes: 1000, most: 2, attached: 0 };
const prepare = async (...names: string[]) => {
  const added: string[] = [];
  const files = names.map((name) => new File(['x'], name));
  const failures = await preparePhotos(files, limits, (_photo, name) => added.push(name));
  return { added, failures };
};

it('makes a photo smaller, on white where it is transparent', async () => {
  expect((await prepare('plan.png')).added).toEqual(['plan.png']);
  expect(drawn).toEqual(['white 0,0,2048,512', 'photo 0,0,2048,512']);
});

it('adds the others where one is no photo, up to the most', async () => {
  const { added, failures } = await prepare('one.png', 'notes.txt', 'two.png', 'three.png');
  expect(added).toEqual(['one.png', 'two.png']);
  expect(failures).toMatchObject([
    { name: 'notes.txt', cause: { id: 'photo:not-a-photo' } },
    { name: 'three.png', cause: { id: 'photo:too-many' } },
  ]);
});
