import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../limits.ts';
import { cleanSvg, prepareLogo } from './prepare-logo.ts';

const svg = (inside: string, more = '') => `<svg xmlns="http://www.w3.org/2000/svg"${more}>${inside}</svg>`;

describe('SVG', () => {
  test('with only shapes is unchanged', () => {
    const drawing = svg(
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#0a0"></stop></linearGradient></defs>' +
        '<path d="M0 0h10" fill="url(#g)"></path><text x="1">A &amp; B</text><use href="#g"></use>',
      ' viewBox="0 0 10 10"',
    );
    expect(cleanSvg(drawing)).toBe(drawing);
  });

  test('keeps colours, transformations and its label', () => {
    const drawing = svg(
      '<g transform="translate(1 2) scale(2)" fill="rgb(0, 120, 0)"><path d="M0 0" aria-label="Esil (river)"></path></g>',
    );
    expect(cleanSvg(drawing)).toBe(drawing);
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>'],
    ['a page', '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="/x"/></foreignObject>'],
    ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ['an animation', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['a setter', '<set attributeName="onload" to="alert(1)"/>'],
    ['a picture from elsewhere', '<image href="https://evil.example/x.png"/>'],
    ['a style sheet', '<style>@import url(https://evil.example/x.css)</style>'],
    ['another namespace', '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'],
  ])('loses %s with its content', (_what, inside) => {
    expect(cleanSvg(svg(inside))).toBe(svg(''));
  });

  test.each([
    ['a handler', 'onload="alert(1)"'],
    ['a handler of pointers', 'onclick="alert(1)"'],
    ['a style', 'style="background:url(https://evil.example)"'],
    ['a paint from elsewhere', 'fill="url(https://evil.example/#p)"'],
    ['a paint from elsewhere in quotes', 'filter="url( \'data:x\' )"'],
    ['a paint from elsewhere with an escaped name', 'fill="\\75rl(https://evil.example/#p)"'],
    ['a picture from elsewhere as a mask', 'mask="image-set(\'https://evil.example/x.png\' 1x)"'],
    ['a reference to elsewhere', 'href="https://evil.example/#x"'],
    ['a reference that runs', 'xlink:href="javascript:alert(1)"'],
    ['a foreign namespace', 'xmlns="http://www.w3.org/1999/xhtml"'],
  ])('loses %s of an element', (_what, attribute) => {
    expect(cleanSvg(svg(`<path d="M0 0" ${attribute}/>`))).toBe(svg('<path d="M0 0"></path>'));
  });

  test('loses its document type, entities and processing instructions', () => {
    const text = `<?xml version="1.0"?><!DOCTYPE svg><?xml-stylesheet href="https://evil.example"?>${svg('<!-- x -->')}`;
    expect(cleanSvg(text)).toBe(svg(''));
  });

  test.each([
    ['many bytes', `<path d="${'M0 0'.repeat(limits.svgBytes / 4)}"/>`],
    ['many elements', '<g/>'.repeat(limits.svgElements)],
    ['deeply nested elements', '<g>'.repeat(limits.svgDepth) + '</g>'.repeat(limits.svgDepth)],
  ])('is rejected for %s', (_what, inside) => {
    expect(() => cleanSvg(svg(inside))).toThrow('Simplify the drawing');
  });

  test.each(['<html></html>', '<svg', '<svg></g>', '<svg>&bomb;</svg>', '<<<'])('is not %j', (text) => {
    expect(() => cleanSvg(text)).toThrow('The file is not an SVG image');
  });
});

describe('logo', () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#78a942' } });

  test('with many pixels becomes a small PNG of the same proportions', async () => {
    const { contentType, bytes } = await prepareLogo(await picture(2000, 1000).jpeg().toBuffer());
    const { width, height, format } = await sharp(bytes).metadata();
    expect([contentType, format, width, height]).toEqual(['image/png', 'png', 256, 128]);
  });

  test('that is small is not enlarged', async () => {
    const { bytes } = await prepareLogo(await picture(40, 30).webp().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  test('is rejected when it would fill the memory, however small its file is', async () => {
    const bytes = await picture(7100, 7100).png({ compressionLevel: 2 }).toBuffer();
    expect(bytes.length).toBeLessThan(limits.logoBytes);
    await expect(prepareLogo(bytes)).rejects.toMatchObject({ id: 'logo:invalid', status: 400 });
  });

  test('is sanitized when it is an SVG, whatever its file name', async () => {
    const { contentType, bytes } = await prepareLogo(Buffer.from(svg('<script>alert(1)</script>')));
    expect([contentType, bytes.toString()]).toEqual(['image/svg+xml', svg('')]);
  });

  test.each([
    ['text', Buffer.from('just text')],
    ['nothing', Buffer.alloc(0)],
    ['a compressed SVG', gzipSync(svg('<rect width="9" height="9"/>', ' width="9" height="9"'))],
    ['half a picture', Buffer.from('89504e470d0a1a0a0000', 'hex')],
  ])('is not %s', async (_what, bytes) => {
    await expect(prepareLogo(bytes)).rejects.toMatchObject({ id: 'logo:invalid', status: 400 });
  });
});
