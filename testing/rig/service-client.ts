/** A plain client of `/server/rest/services`, like curl. */
export class ServiceClient {
  readonly root: string;
  readonly token: string | undefined;

  constructor(serverUrl: string, token?: string) {
    this.root = `${serverUrl}/server/rest/services`;
    this.token = token;
  }

  /** GET with parameters; objects are sent as JSON. */
  async get(path: string, parameters: Record<string, unknown> = {}): Promise<any> {
    return (await this.fetch(path, parameters)).json();
  }

  async fetch(
    path: string,
    parameters: Record<string, unknown> = {},
    init: RequestInit = {},
  ): Promise<Response> {
    return fetch(`${this.root}/${path}?${this.#form(parameters)}`, init);
  }

  /** POST as a form. */
  async post(path: string, parameters: Record<string, unknown> = {}): Promise<any> {
    const response = await fetch(`${this.root}/${path}`, { method: 'POST', body: this.#form(parameters) });
    return response.json();
  }

  #form(parameters: Record<string, unknown>): URLSearchParams {
    const form = new URLSearchParams({ f: 'json' });
    for (const [name, value] of Object.entries(parameters)) {
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    if (this.token && !form.has('token')) form.set('token', this.token);
    return form;
  }
}
