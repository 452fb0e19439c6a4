import { vi } from 'vitest';

/** Decodes and draws any file as a photo, which jsdom does not: the result has the name of the file as its text. */
export function drawPhotos(): void {
  vi.stubGlobal(
    'createImageBitmap',
    vi.fn<(file: File) => Promise<object>>(async (file) => ({
      name: file.name,
      width: 1,
      height: 1,
      close() {},
    })),
  );
  let drawn = '';
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect() {},
    drawImage: ({ name }: { name: string }) => (drawn = name),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([drawn])));
}
