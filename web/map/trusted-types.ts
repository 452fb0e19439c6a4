import createPurify from 'dompurify';

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string, type: string, sink: string) => string>,
  ): unknown;
}

/** Custom elements of the SDK. */
const components = /^(arcgis|calcite|esri)-/;

/**
 * The default Trusted Types policy, for code that creates HTML or script URLs without its own policy, mostly the SDK's:
 * browsers with Trusted Types call it, and reject everything before it is installed. HTML is sanitised, a script is a
 * built file or the SDK's worker, and text never becomes code.
 *
 * @param page the window, or a test's replacement
 */
export function guardTextAsCode(page: Window): void {
  const { trustedTypes } = page as Window & { trustedTypes?: PolicyFactory };
  if (!trustedTypes || guarded.has(page)) return;
  guarded.add(page);
  const purify = createPurify(page as Window & typeof globalThis);
  trustedTypes.createPolicy('default', {
    createHTML(text, _type, sink) {
      // A parsed document runs and loads nothing; it may be XML, which would not survive.
      if (sink === 'DOMParser parseFromString') return text;
      return purify.sanitize(text, {
        ADD_ATTR: ['target'],
        CUSTOM_ELEMENT_HANDLING: { tagNameCheck: components, attributeNameCheck: /^(?!on)/i },
      });
    },
    createScriptURL(text, _type, sink) {
      if (!isOwnScript(text, sink, page.location.origin))
        throw new TypeError('This page loads no scripts from there.');
      return text;
    },
  });
}

const guarded = new WeakSet<Window>();

/** Whether a script's URL is a built file; the SDK's worker starts from its own text. */
export function isOwnScript(address: string, sink: string, origin: string): boolean {
  if (address.startsWith(`blob:${origin}/`)) return sink.startsWith('Worker');
  if (!URL.canParse(address, origin)) return false;
  const url = new URL(address, origin);
  return url.origin === origin && url.pathname.startsWith('/assets/');
}
