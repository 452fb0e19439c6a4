/** The part of jsdom used by tests, which has no types. */
declare module 'jsdom' {
  export type DOMWindow = Window & typeof globalThis;

  export class JSDOM {
    constructor(html?: string, options?: { url?: string });
    readonly window: DOMWindow;
  }
}
