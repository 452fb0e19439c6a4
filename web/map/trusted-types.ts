import createPurify from 'dompurify';

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string, type: string, sink: string) => string>,
  ): unknown;
}

/** Elements of the SDK's own. */
const components = /^(arcgis|calcite|esri)-/;

/**
 * Decides what text becomes HTML or the address of a script where code did not say so itself, most of it the SDK's: browsers
 * that know Trusted Types ask this policy, and refuse everything before it is there. HTML is sanitized, a script is one of our
 * own files or the SDK's worker, and text never becomes code.
 *
 * @param page the window, or what a test gives for it
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

/** Whether a script's address is a built file; the SDK's worker begins with a text of its own. */
export function isOwnScript(address: string, sink: string, origin: string): boolean {
  if (address.startsWith(`blob:${origin}/`)) return sink.startsWith('Worker');
  if (!URL.canParse(address, origin)) return false;
  const url = new URL(address, origin);
  return url.origin === origin && url.pathname.startsWith('/assets/');
}
