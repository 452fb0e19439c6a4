import { type DOMWindow, JSDOM } from 'jsdom';

/** The sign-in page as in a browser without scripts: its document, its form and its cookie. */
export interface SignInPage {
  status: number;
  headers: Headers;
  html: string;
  document: Document;
  /**
   * Submits the form by the button of this value, with these fields filled in. Redirects are not followed.
   */
  submit(
    answer: 'sign-in' | 'code' | 'enrol' | 'allow' | 'cancel',
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>;
}

export async function openSignInPage(
  address: string,
  headers: Record<string, string> = {},
): Promise<SignInPage> {
  return readSignInPage(await fetch(address, { redirect: 'manual', headers }), address);
}

/** Signs in at an address, and allows the application if the next page asks for that. @returns the redirect */
export async function signInAndAllow(
  address: string,
  fields: { username: string; password: string },
): Promise<Response> {
  const page = await openSignInPage(address);
  const response = await page.submit('sign-in', fields);
  if (response.status !== 200) return response;
  const next = await readSignInPage(response, address, page.headers.get('set-cookie')?.split(';')[0]);
  return next.submit('allow');
}

/** One window for all pages: making one costs as much as a whole sign-in. */
let shared: DOMWindow | undefined;

/** A page as a document without its styles; its links and forms are relative to `address`. */
export function parsePage(
  html: string,
  address: string,
): { document: Document; FormData: DOMWindow['FormData'] } {
  shared ??= new JSDOM().window;
  const text = html.replaceAll(/<style[^]*?<\/style>/g, '');
  const document = new shared.DOMParser().parseFromString(text, 'text/html');
  const base = document.createElement('base');
  base.href = address;
  document.head.prepend(base);
  return { document, FormData: shared.FormData };
}

/** @param cookie the browser's earlier cookie, when the response sets none */
export async function readSignInPage(response: Response, address: string, cookie = ''): Promise<SignInPage> {
  const html = await response.text();
  const { document, FormData } = parsePage(html, address);
  const held = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
  return {
    status: response.status,
    headers: response.headers,
    html,
    document,
    async submit(answer, fields = {}, extra = {}) {
      const form = document.querySelector('form');
      if (!form) throw new Error(`The page has no form: ${document.querySelector('main')?.textContent}`);
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form)) body.append(name, fields[name] ?? String(value));
      body.append('answer', answer);
      return fetch(form.action, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: held, ...extra },
        body,
      });
    },
  };
}
