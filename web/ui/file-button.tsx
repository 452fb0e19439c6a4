import Button, { type ButtonProps } from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Hint } from './hint.tsx';
import { sizes } from './sizes.ts';

interface FileChoice {
  label: string;
  /** Of the input: file extensions and media types. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  onChoose: (files: readonly File[]) => void;
}

export type FileButtonProps = FileChoice &
  Pick<ButtonProps, 'variant' | 'startIcon' | 'loading' | 'loadingPosition'> & { sx?: object };

/** A button that asks for files. Its input has the focus, so that keyboards and screen readers reach one control. */
export function FileButton({
  label,
  accept,
  multiple,
  disabled = false,
  onChoose,
  sx,
  ...button
}: FileButtonProps) {
  const choice = { label, accept, multiple, disabled: disabled || button.loading === true, onChoose };
  return (
    <Button
      component="label"
      role={undefined}
      tabIndex={-1}
      disabled={disabled}
      {...button}
      sx={{ minHeight: sizes.touch, ...focusRing, ...sx }}
    >
      {label}
      <FileInput {...choice} />
    </Button>
  );
}

/** The same as an icon with a tooltip. */
export function FileIconButton({
  children,
  disabled = false,
  ...choice
}: FileChoice & { children: ReactNode }) {
  return (
    <Hint title={choice.label}>
      <IconButton component="label" role={undefined} tabIndex={-1} disabled={disabled} sx={focusRing}>
        {children}
        <FileInput {...choice} disabled={disabled} />
      </IconButton>
    </Hint>
  );
}

interface FileInputProps extends Omit<FileChoice, 'accept' | 'multiple'> {
  accept?: string | undefined;
  multiple?: boolean | undefined;
}

function FileInput({ label, accept, multiple, disabled = false, onChoose }: FileInputProps) {
  return (
    <UnseenInput
      type="file"
      aria-label={label}
      accept={accept}
      multiple={multiple}
      disabled={disabled}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Choosing the same file again must fire a change event.
        target.value = '';
        if (files.length > 0) onChoose(files);
      }}
    />
  );
}

const focusRing = {
  position: 'relative',
  '&:has(:focus-visible)': { outline: '2px solid var(--mui-palette-primary-mark)', outlineOffset: 2 },
} as const;

/** Visually hidden, but focusable. */
const UnseenInput = styled('input')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});
