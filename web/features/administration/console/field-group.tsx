import Box from '@mui/material/Box';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { FieldKind } from './settings/describe-fields.ts';
import type { DraftFault } from './settings/use-draft.ts';

/** A labelled group of fields, without a frame. */
export function FieldGroup({
  label,
  gap = 1.5,
  children,
}: {
  label: string;
  gap?: number;
  children: ReactNode;
}) {
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap }}
    >
      {children}
    </Box>
  );
}

/** Props of every editor of a setting. */
export interface FieldProps {
  label: string;
  help: string;
  /** The error; empty: none. */
  fault: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The error of a field and how to fix it, in the user's language. */
export function faultText(t: TFunction, fault: DraftFault, kind: FieldKind, maxLength?: number): string {
  if (fault.code === 'too_big' && maxLength !== undefined)
    return t('administration.fault.tooLong', { number: maxLength });
  if (kind === 'colour') return t('administration.fault.colour');
  if (kind === 'extent') return t('administration.fault.extent');
  if (kind === 'localized') return t('administration.fault.localized');
  if (fault.code === 'custom' || fault.code === 'invalid_union') return t('administration.fault.address');
  return t('edit.fault.malformed');
}

/** The error of a field or of anything within it. */
export function faultAt(faults: readonly DraftFault[], path: string): DraftFault | undefined {
  return faults.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`));
}
