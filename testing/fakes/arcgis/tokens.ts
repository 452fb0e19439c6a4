import { randomBytes } from 'node:crypto';

interface Issued {
  username: string;
  expires: number;
  /** Host of the federated server it was issued for; undefined for the portal's own tokens. */
  server?: string;
}

/** Who is signed in by which token, and until when. */
export class Tokens {
  readonly #known = new Map<string, Issued>();
  readonly #refresh = new Map<string, { username: string; clientId: string }>();

  issue(username: string, minutes: number, server?: string): { token: string; expires: number } {
    const token = randomBytes(60).toString('base64url');
    const expires = Date.now() + minutes * 60_000;
    this.#known.set(token, { username, expires, ...(server !== undefined && { server }) });
    return { token, expires };
  }

  find(token: string): Issued | undefined {
    const found = this.#known.get(token);
    return found && found.expires > Date.now() ? found : undefined;
  }

  issueRefresh(username: string, clientId: string): string {
    const token = randomBytes(48).toString('base64url');
    this.#refresh.set(token, { username, clientId });
    return token;
  }

  findRefresh(token: string) {
    return this.#refresh.get(token);
  }

  end(token: string): void {
    this.#known.delete(token);
    this.#refresh.delete(token);
  }

  /** Ends the access tokens of a person, as when they run out; with `refresh` also what renews them: signed out elsewhere. */
  endAll(username: string, { refresh = false } = {}): void {
    for (const [token, issued] of this.#known) if (issued.username === username) this.#known.delete(token);
    if (!refresh) return;
    for (const [token, issued] of this.#refresh)
      if (issued.username === username) this.#refresh.delete(token);
  }
}
