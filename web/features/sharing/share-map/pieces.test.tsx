import { render, screen } from '@testing-library/react';
import { QRCodeSVG } from 'qrcode.react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { embedAddress, embedCode } from './embed-code.tsx';
import { printedSvg, QrCode } from './qr-code.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('the embed code', () => {
  it('shows only the map', () => {
    const url = 'https://m.example/demo/map/sid/abc';
    expect(embedAddress(url, { legend: false })).toBe(`${url}?embed`);
    expect(embedAddress(`${url}#at=1,2,3,0`, { legend: true })).toBe(`${url}?embed&legend#at=1,2,3,0`);
  });

  it('fills its place in the page, or has a size', () => {
    const frame = (size: 'responsive' | 'large') =>
      new DOMParser()
        .parseFromString(embedCode('https://m.example/x', 'City', { size, legend: false }), 'text/html')
        .querySelector('iframe');
    expect(frame('responsive')?.style.width).toBe('100%');
    expect(frame('responsive')?.hasAttribute('height')).toBe(false);
    expect([frame('large')?.width, frame('large')?.height]).toEqual(['800', '600']);
  });

  it('cannot be broken by a title', () => {
    const code = embedCode('https://m.example/x', '"><script>alert(1)</script>', {
      size: 'responsive',
      legend: false,
    });
    expect(code).not.toContain('<script>');
    const frame = new DOMParser().parseFromString(code, 'text/html').querySelector('iframe');
    expect(frame?.title).toBe('"><script>alert(1)</script>');
    expect(frame?.getAttribute('src')).toBe('https://m.example/x?embed');
  });
});

describe('the QR code', () => {
  it('is a document with a white margin, as scanners need', () => {
    const { container } = render(<QRCodeSVG value="https://m.example/x" title="QR code" />);
    const drawn = container.querySelector('svg')!;
    const modules = Number(drawn.getAttribute('viewBox')?.split(' ')[2]);
    const printed = new DOMParser().parseFromString(printedSvg(drawn), 'image/svg+xml').documentElement;
    expect(printed.getAttribute('viewBox')).toBe(`-4 -4 ${modules + 8} ${modules + 8}`);
    const paper = printed.querySelector('rect');
    expect([paper?.getAttribute('fill'), paper?.getAttribute('width')]).toEqual([
      '#ffffff',
      String(modules + 8),
    ]);
    // The paper lies below the code.
    expect(paper?.nextElementSibling?.tagName).toBe('path');
    expect(drawn.querySelector('rect')).toBeNull();
  });

  it('is downloaded as SVG and as PNG, sharp on paper', async () => {
    const saved: { name: string; content: Blob }[] = [];
    let content = new Blob();
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (made: Blob) => ((content = made), 'blob:qr'),
        revokeObjectURL: () => {},
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content });
    });
    // jsdom decodes and draws no pictures: each is drawn as its address.
    HTMLImageElement.prototype.decode = async () => {};
    const drawn: unknown[] = [];
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      drawImage: ({ src }: HTMLImageElement, ...box: number[]) => drawn.push(decodeURIComponent(src), ...box),
    } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      done,
    ) {
      done(new Blob([`${this.width} × ${this.height}`], { type: 'image/png' }));
    });
    const { person } = show(<QrCode value="https://m.example/x" name="City: parks" />);
    await person.click(screen.getByRole('button', { name: 'Download as SVG' }));
    await person.click(screen.getByRole('button', { name: 'Download as PNG' }));
    await vi.waitFor(() => expect(saved).toHaveLength(2));
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
      ['City parks.svg', 'image/svg+xml'],
      ['City parks.png', 'image/png'],
    ]);
    const svg = await saved[0]!.content.text();
    expect(svg).toMatch(/^<svg [^>]*width="1024"/);
    // The picture is that of the same code, in its full size.
    expect(drawn).toEqual([`data:image/svg+xml,${svg}`, 0, 0, 1024, 1024]);
    expect(await saved[1]!.content.text()).toBe('1024 × 1024');
  });
});
