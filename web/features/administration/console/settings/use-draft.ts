import { useMemo, useState } from 'react';
import { type AppConfig, appConfigSchema } from '../../../../../wire/app-config.ts';
import { configDifference } from '../../../../../wire/config-difference.ts';
import { mergeConfig } from '../../../../../wire/merge-config.ts';
import type { OpenedConfig } from '../../../../api/administration.ts';
import { withValueAt } from './value-at.ts';

/** What is wrong at one place of the draft. */
export interface DraftFault {
  path: string;
  /** Zod's word for what is wrong, such as `too_big`. */
  code: string;
  message: string;
}

/** The config being edited, with what is wrong in it. */
export interface Draft {
  /** What the editing began from. */
  opened: OpenedConfig;
  config: AppConfig;
  faults: readonly DraftFault[];
  /** Paths that differ from what is saved. */
  changed: readonly string[];
  set(path: string, value: unknown): void;
  /** Forgets every change. */
  reset(): void;
  /** What is in force is another one now: changes of the person stay on top of it. @returns places both changed */
  rebase(onto: OpenedConfig): string[];
  /** The draft has been saved as this. */
  saved(as: OpenedConfig): void;
}

/** A draft of the config, checked at every change by the schema the server checks it with. */
export function useDraft(first: OpenedConfig): Draft {
  const [{ opened, config }, setState] = useState({ opened: first, config: first.config });
  // Something newer is in force, and this page did it (an earlier revision brought back): what was typed stays on top.
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
    saved: (as) => setState({ opened: as, config: as.config }),
  };
}

export function faultsIn(config: unknown): DraftFault[] {
  const result = appConfigSchema.safeParse(config);
  if (result.success) return [];
  return result.error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message }));
}
