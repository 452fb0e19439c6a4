import { useMemo, useState } from 'react';
import { type AppConfig, appConfigSchema } from '../../../../../wire/app-config.ts';
import { configDifference, mergeConfig } from '../../../../../wire/config-difference.ts';
import { isObject, memberAt, objectOf } from '../../../../../wire/json.ts';
import type { OpenedConfig } from '../../../../api/administration.ts';

/** An error at one path of the draft. */
export interface DraftFault {
  path: string;
  /** Zod's error code, such as `too_big`. */
  code: string;
  message: string;
}

/** The config being edited, with its errors. */
export interface Draft {
  /** The config on which the draft is based. */
  opened: OpenedConfig;
  config: AppConfig;
  faults: readonly DraftFault[];
  /** Paths that differ from the saved config. */
  changed: readonly string[];
  set(path: string, value: unknown): void;
  /** Discards every change. */
  reset(): void;
  /** The saved config has changed: the user's changes are applied on top of it. @returns paths both changed */
  rebase(onto: OpenedConfig): string[];
  /**
   * The draft has been saved.
   * @param sent the draft that was saved: what has changed since then stays
   */
  saved(as: OpenedConfig, sent: AppConfig): void;
  /** Discards every change, for this config. */
  replace(by: OpenedConfig): void;
}

/** A draft of the config, validated on every change with the server's schema. */
export function useDraft(first: OpenedConfig): Draft {
  const [{ opened, config }, setState] = useState({ opened: first, config: first.config });
  // This page saved a newer config (a restored revision): the user's input stays on top.
  if (first.revision > opened.revision) {
    setState({ opened: first, config: mergeConfig(opened.config, config, first.config).merged });
  }
  const faults = useMemo(() => faultsIn(config), [config]);
  const changed = useMemo(
    () => configDifference(opened.config, config).map(({ path }) => path),
    [opened, config],
  );
  return {
    opened,
    config,
    faults,
    changed,
    set: (path, value) => setState((state) => ({ ...state, config: withValueAt(state.config, path, value) })),
    reset: () => setState((state) => ({ ...state, config: state.opened.config })),
    rebase: (onto) => {
      const { merged, conflicts } = mergeConfig(opened.config, config, onto.config);
      setState({ opened: onto, config: merged });
      return conflicts;
    },
    saved: (as, sent) =>
      setState((state) => ({ opened: as, config: mergeConfig(sent, state.config, as.config).merged })),
    replace: (by) => setState({ opened: by, config: by.config }),
  };
}

export function faultsIn(config: unknown): DraftFault[] {
  const result = appConfigSchema.safeParse(config);
  if (result.success) return [];
  return result.error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message }));
}

type Plain = Readonly<Record<string, unknown>>;

/** The value at a path such as `portal.url`; undefined where there is none. */
export function valueAt(config: unknown, path: string): unknown {
  return memberAt(config, path.split('.'));
}

/** The same config with another value at a path. Undefined removes it, together with an object that becomes empty. */
export function withValueAt<Config>(config: Config, path: string, value: unknown): Config {
  return changed(config, path.split('.'), value) as Config;
}

function changed(config: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const before: Plain = objectOf(config);
  const next = changed(before[name], rest, value);
  const { [name]: _old, ...others } = before;
  const empty = next === undefined || (isObject(next) && rest.length > 0 && Object.keys(next).length === 0);
  return empty ? others : { ...before, [name]: next };
}
