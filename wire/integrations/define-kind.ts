import { z } from 'zod';

/** What an organisation's config says of one integration. `config` holds the options of its kind. */
export interface Configured<Options = Record<string, unknown>> {
  url?: string | undefined;
  config: Options;
}

/** An error in what was entered: its place below the integration, and its cure. */
export interface KindFault {
  path: (string | number)[];
  message: string;
}

/**
 * What browser and server both know of a kind of integration. Everybody can read an organisation's config, so its options
 * hold no secret. The page is in `web/integrations/{kind}/`, what only the server does in
 * `server/application/integrations/kinds/` (docs/adding-an-integration.md).
 */
export interface Kind<Schema extends z.ZodType = z.ZodType> {
  /** Name of the product, the same in every language; undefined: the messages have one (`administration.integration.byAddress`). */
  name: string | undefined;
  /** The options. Each appears in the administration's form by itself, with its label in the messages. */
  config: Schema;
  /** Names of its credentials, and who receives them. */
  credentials: { fields: readonly string[]; for: 'browser' | 'server' | 'nobody' };
  /** The page of this product that shows it; without one it shows the page at its URL. */
  page?: {
    /** The `sandbox` of the page, for its frame and for its own policy. */
    sandbox: string;
    /** Whether the page shows where on the map it has pictures. */
    coverage?: boolean;
    /** Whether the page is shown as things are configured; otherwise the page at the URL is. Default: always. */
    isShown?(options: z.output<Schema>): boolean;
    /** A link of the vendor that needs nothing, opened in a window until the page has all it needs. */
    linkUntilSetUp?: string;
    /** Whether a capture of the map can be sent to the page. */
    takesCaptures?: boolean;
    /** What the page may request through the application, which adds the person's token. */
    requests?(options: z.output<Schema>, api: string): PageRequests;
  };
  /** Whether it is shown by a page at an address that an administrator enters; `sometimes`: when `page` is not shown. */
  byUrl?: 'always' | 'sometimes';
  /** Origin of the server that receives the credentials; `/` is this server. */
  credentialsHost?(options: z.output<Schema>): string;
  /** Errors that no option shows by itself. `config` is as it was entered. */
  faults?(entered: Configured): KindFault[];
  /**
   * What an administrator must still enter before it works: names of credentials and of options, never a value.
   * @param unset those of the given credentials that are not stored
   */
  missing?(configured: Configured<z.output<Schema>>, unset: (...names: string[]) => string[]): string[];
}

/** Addresses that a page may request: the base of its relative paths, and the names allowed below it. */
export interface PageRequests {
  base: string;
  names: readonly string[];
  /** Whose token the server at these addresses takes: our API every portal's, a hosted layer that of its own portal. */
  token: 'api' | 'layer';
}

export function defineKind<Schema extends z.ZodType>(kind: Kind<Schema>): Kind<Schema> {
  return kind;
}

export const noCredentials: Kind['credentials'] = { fields: [], for: 'nobody' };

/** An address on the network: https, or http on this computer. */
export const httpsUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine(
    (value) => URL.canParse(value) && isSafe(new URL(value)),
    'Give an address that begins with https://.',
  );

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1)$/.test(hostname);
}

/** A distance on the ground. */
export const metres = z.number().min(1).max(5000);

/** Hosts that pictures come from beside the one that lists them. */
export const pictureOrigins = z
  .array(httpsUrl.transform((value) => new URL(value).origin))
  .max(20)
  .default([])
  .describe('Other hosts that pictures come from.');
