type Entries = Iterable<[string, string | (Blob & { name: string })]>;

/**
 * arcgis-rest-js builds multipart bodies in Node with a FormData of its own, which Node's fetch treats as
 * text. In browsers it uses the native one; this converts its forms to the native one here too.
 * @returns a function that undoes this
 */
export function sendFormsNatively(): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const body: unknown = init?.body;
    if (!body || body instanceof FormData || Object.prototype.toString.call(body) !== '[object FormData]') {
      return original(input, init);
    }
    const form = new FormData();
    for (const [name, value] of body as Entries) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new File([await value.arrayBuffer()], value.name, { type: value.type }));
    }
    return original(input, { ...init, body: form });
  };
  return () => {
    globalThis.fetch = original;
  };
}
