import { z } from 'zod';
import { isHostSource } from '../map-hosts.ts';
import type { ExtensionPermission } from '../extension-messages.ts';

/** One integration in an organisation's config. `config` holds the options of its kind. */
export interface Configured<Options = Record<string, unknown>> {
  url?: string | undefined;
  display?: 'frame' | 'window' | undefined;
  config: Options;
}

/** Where an extension appears, and what it may do. */
export interface ExtensionSettings {
  /** `popup`: it has no page to see, only a button in popups. */
  place: 'panel' | 'tool' | 'popup';
  /** One of the `icons` of its kind. */
  icon: string;
  /** Whether popups have a button that opens it. */
  popup: boolean;
  /** Titles of the layers whose popups have the button; none: all. */
  layers: readonly string[];
  permissions: readonly ExtensionPermission[];
}

/** An error in the input: its path below the integration, and its fix. */
export interface KindFault {
  path: (string | number)[];
  message: string;
}

/**
 * The definition of an integration kind that browser and server share. An organisation's config is public, so its
 * options contain no secret. It is `integration-kinds/{kind}/definition.ts` (docs/adding-an-integration.md).
 */
export interface Kind<Schema extends z.ZodType = z.ZodType> {
  /** Name of the product, the same in every language; undefined: the messages have one (`administration.integration.byAddress`). */
  name: string | undefined;
  /** The options. Each appears in the administration form automatically, with its label from the messages. */
  config: Schema;
  /** Names of its credentials, and who receives them. */
  credentials: { fields: readonly string[]; for: 'browser' | 'server' | 'none' };
  /** The built-in page that shows it; without one it shows the page at its URL. */
  page?: {
    /** The `sandbox` of the page, for its frame and for its own policy. */
    sandbox: string;
    /** Whether the page shows on the map where it has photos. */
    coverage?: boolean;
    /** Whether the page is shown with the current settings; otherwise the page at the URL is. Default: always. */
    isShown?(options: z.output<Schema>): boolean;
    /** A link of the vendor without requirements, opened in a window until the page is fully configured. */
    linkUntilSetUp?: string;
    /** Whether a capture of the map can be sent to the page. */
    takesCaptures?: boolean;
    /** What the page may request through the application, which adds the user's token. */
    requests?(options: z.output<Schema>, api: string): PageRequests;
  };
  /** Whether it shows a page at a URL that an administrator enters; `sometimes`: when `page` is not shown. */
  byUrl?: 'always' | 'sometimes';
  /** For pages that exchange the messages of extensions with the map (docs/extensions.md), and need no location. */
  extension?(options: z.output<Schema>): ExtensionSettings;
  /** Origin of the server that receives the credentials; `/` is this server. */
  credentialsHost?(options: z.output<Schema>): string;
  /** Errors beyond those of individual options. `config` is the raw input. */
  faults?(entered: Configured): KindFault[];
  /**
   * What an administrator must still enter before it works: names of credentials and of options, never a value.
   * @param unset those of the given credentials that are not stored
   */
  missing?(configured: Configured<z.output<Schema>>, unset: (...names: string[]) => string[]): string[];
}

/** URLs that a page may request: the base of its relative paths, and the names allowed below it. */
export interface PageRequests {
  base: string;
  names: readonly string[];
  /**
   * Which tokens the server at these URLs accepts: the application's API those of every portal, a hosted layer those of
   * its own portal.
   */
  token: 'api' | 'layer';
}

export function defineKind<Schema extends z.ZodType>(kind: Kind<Schema>): Kind<Schema> {
  return kind;
}

export const noCredentials: Kind['credentials'] = { fields: [], for: 'none' };

/** A URL: https, or http on this computer. */
export const httpsUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((value) => URL.canParse(value) && isSafe(new URL(value)), 'Enter a URL that starts with https://.');

/** The origin must be a host that a policy can name. */
function isSafe({ protocol, hostname, origin }: URL): boolean {
  if (!isHostSource(origin)) return false;
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1)$/.test(hostname);
}

/** A distance on the ground. */
export const metres = z.number().min(1).max(5000);

/** Hosts of pictures besides the one that lists them. */
export const pictureOrigins = z
  .array(httpsUrl.transform((value) => new URL(value).origin))
  .max(20)
  .default([])
  .describe('Other hosts that pictures come from.');
