// @vitest-environment jsdom
import { afterAll, describe, expect, it, vi } from 'vitest';
import { guardTextAsCode, isOwnScript } from './trusted-types.ts';

type Rule = (text: string, type: string, sink: string) => string;

/** The rules of the default policy in a window with Trusted Types. */
function rulesIn(page: Window): Record<'createHTML' | 'createScriptURL', Rule> & { createScript?: Rule } {
  const createPolicy = vi.fn<(name: string, rules: object) => object>((_name, rules) => rules);
  Object.assign(page, { trustedTypes: { createPolicy } });
  guardTextAsCode(page);
  guardTextAsCode(page);
  const policies = createPolicy.mock.calls.filter(([name]) => name === 'default');
  expect(policies).toHaveLength(1);
  return policies[0]?.[1] as ReturnType<typeof rulesIn>;
}

afterAll(() => {
  Reflect.deleteProperty(window, 'trustedTypes');
});

describe('text parsed as HTML', () => {
  const { createHTML, createScript } = rulesIn(window);
  const html = (text: string, sink = 'Element innerHTML') => createHTML(text, 'TrustedHTML', sink);

  it.each([
    ['<img src=x onerror=alert(1)>', 'onerror'],
    ['<script>alert(1)</script>', 'script'],
    ['<a href="javascript:alert(1)">x</a>', 'javascript'],
    ['<svg><script>alert(1)</script></svg>', 'script'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', 'iframe'],
    ['<calcite-button onclick="alert(1)">x</calcite-button>', 'onclick'],
    ['<other-element onclick="alert(1)">x</other-element>', 'onclick'],
  ])('%s loses scripts', (text, dangerous) => {
    expect(html(text)).not.toContain(dangerous);
  });

  it('keeps the SDK’s markup', () => {
    const made =
      '<div class="esri-attribution__powered-by"><a href="https://www.esri.com/" target="_blank">Esri</a></div>';
    expect(html(made)).toBe(made);
    expect(html('<calcite-icon icon="gear"></calcite-icon>')).toBe(
      '<calcite-icon icon="gear"></calcite-icon>',
    );
  });

  it('is unchanged for a parser, whose documents run nothing', () => {
    const xml = '<?xml version="1.0"?><WMS_Capabilities><Service/></WMS_Capabilities>';
    expect(html(xml, 'DOMParser parseFromString')).toBe(xml);
  });

  it('never becomes code: there is no rule for it', () => {
    expect(createScript).toBeUndefined();
  });
});

describe('a script URL', () => {
  const origin = 'https://maps.example';

  it.each([
    ['/assets/worker-1.js', 'Worker constructor', true],
    ['https://maps.example/assets/worker-1.js', 'Worker constructor', true],
    ['blob:https://maps.example/1-2-3', 'Worker constructor', true],
    ['blob:https://maps.example/1-2-3', 'HTMLScriptElement src', false],
    ['https://maps.example/api/demo/pictures/x', 'Worker constructor', false],
    ['https://elsewhere.example/assets/worker-1.js', 'Worker constructor', false],
    ['//elsewhere.example/assets/x.js', 'HTMLScriptElement src', false],
    ['/assets/../api/x', 'HTMLScriptElement src', false],
    ['data:text/javascript,alert(1)', 'Worker constructor', false],
    ['javascript:alert(1)', 'HTMLScriptElement src', false],
  ])('%s for %s: %s', (address, sink, expected) => {
    expect(isOwnScript(address, sink, origin)).toBe(expected);
  });

  it('is rejected with an error when foreign', () => {
    const page = Object.create(window) as Window;
    const { createScriptURL } = rulesIn(page);
    expect(() => createScriptURL('https://elsewhere.example/x.js', '', 'Worker constructor')).toThrow(
      TypeError,
    );
  });
});
