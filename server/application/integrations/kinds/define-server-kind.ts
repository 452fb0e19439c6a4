import type { AppConfig, IntegrationConfig } from '../../../../wire/app-config.ts';
import type { TypeConfig, IntegrationType } from '../../../../wire/integrations/integration-config.ts';
import type { Health } from '../../../../wire/integration-health.ts';
import type { AllowedPrivateHosts } from '../../../platform/safety/safe-fetch.ts';

/** Sources of a Content-Security-Policy by the name of their directive. */
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
  /** Where this server answers. */
  origin: string;
  allowedPrivateHosts: AllowedPrivateHosts;
  cityworksTokenHosts: ReadonlySet<string>;
}

/** What only the server does for a kind of integration (`wire/integrations/kinds/` has the rest). */
export interface ServerKind<Type extends IntegrationType = IntegrationType> {
  /** What the page may load beside its own files. */
  policy?(options: TypeConfig<Type>, origins: Origins): Directives;
  /** What the page reads in its head: names and contents of `<meta>` elements. */
  facts?(options: TypeConfig<Type>): Record<string, string>;
  /** Whether it would work now. An error it throws is reported as `unavailable`. */
  check(integration: IntegrationConfig, options: CheckOptions): Promise<Health>;
}
