import type { AppConfig, IntegrationConfig } from '../../../../wire/app-config.ts';
import type { TypeConfig, IntegrationType } from '../../../../wire/integrations/integration-config.ts';
import type { Health } from '../../../../wire/integration-health.ts';
import type { AllowedPrivateHosts } from '../../../platform/safety/safe-fetch.ts';

/** Sources of a Content-Security-Policy by directive. */
export type Directives = Record<string, readonly string[]>;

/** The two origins of an installation. */
export interface Origins {
  /** Of the application, which holds the pages in frames. */
  application: string;
  /** Of the pages of integrations. */
  pages: string;
}

export interface CheckOptions {
  config: AppConfig;
  credentials: Record<string, string>;
  /** Address of this server. */
  origin: string;
  allowedPrivateHosts: AllowedPrivateHosts;
  cityworksTokenHosts: ReadonlySet<string>;
}

/** The server's part of a kind of integration (the rest is in `wire/integrations/kinds/`). */
export interface ServerKind<Type extends IntegrationType = IntegrationType> {
  /** What the page may load besides its own files. */
  policy?(options: TypeConfig<Type>, origins: Origins): Directives;
  /** The `<meta>` elements of the page: names and contents. */
  facts?(options: TypeConfig<Type>): Record<string, string>;
  /** Whether it would work now. An error thrown is reported as `unavailable`. */
  check(integration: IntegrationConfig, options: CheckOptions): Promise<Health>;
}
