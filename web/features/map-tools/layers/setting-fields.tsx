import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Slider from '@mui/material/Slider';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import type { ExpressionFault } from '../../../map/configure/configure.ts';
import { radii, sizes, textSizes, touchScreens } from '../../../ui/sizes.ts';
import { WithEnglish } from '../../../ui/with-english.tsx';

/** The browser's own colour picker, as a swatch. */
export function ColorInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Box
      component="input"
      type="color"
      aria-label={label}
      value={value}
      onChange={(event) => onChange((event.target as HTMLInputElement).value)}
      sx={styles.color}
    />
  );
}

/** Labels beside their controls, in two columns. */
export function ControlGrid({ children }: { children: ReactNode }) {
  return <Box sx={styles.grid}>{children}</Box>;
}

/** A labelled number between two limits. Two cells of a `ControlGrid`. */
export function NumberSlider({
  label,
  value,
  min,
  max,
  step = 0.5,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
}) {
  const { number } = useFormats();
  return (
    <>
      <span>{label}</span>
      <Slider
        size="small"
        min={min}
        max={max}
        step={step}
        value={value}
        valueLabelDisplay="auto"
        valueLabelFormat={number}
        aria-label={label}
        onChange={(_event, next) => onChange(Number(next))}
      />
    </>
  );
}

/** Whether the panel of the fields has been left. */
export const PanelLeft = createContext<Readonly<RefObject<boolean>>>({ current: false });

/** Finishes what is being typed when its panel closes with the field in use: React reports no blur then. */
export function useFinishWithPanel(finish: () => void): void {
  const panelLeft = useContext(PanelLeft);
  const finishLast = useEffectEvent(finish);
  useEffect(
    () => () => {
      if (panelLeft.current) finishLast();
    },
    [panelLeft],
  );
}

/** A text that is applied when the field or the panel is left or Enter is pressed. */
export function FinishedText({
  label,
  value,
  onChange,
  slotProps,
  ...props
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
} & Pick<TextFieldProps, 'type' | 'slotProps' | 'placeholder' | 'error' | 'helperText'>) {
  const [edited, setEdited] = useState<string>();
  const finish = () => {
    if (edited !== undefined && edited !== value) onChange(edited);
    setEdited(undefined);
  };
  useFinishWithPanel(finish);
  return (
    <TextField
      {...props}
      fullWidth
      size="small"
      label={label}
      value={edited ?? value}
      onChange={({ target }) => setEdited(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
      slotProps={{ htmlInput: { dir: 'auto', maxLength: 500 }, ...slotProps }}
    />
  );
}

/** A number that is applied when the field is left or Enter is pressed, if it is valid. */
export function NumberField({
  label,
  value,
  min,
  isValid,
  onChange,
}: {
  label: string;
  value: number;
  min?: number;
  isValid: (value: number) => boolean;
  onChange: (value: number) => void;
}) {
  return (
    <FinishedText
      type="number"
      label={label}
      value={String(value)}
      onChange={(text) => text.trim() !== '' && isValid(Number(text)) && onChange(Number(text))}
      slotProps={{ htmlInput: { min, step: 'any' } }}
    />
  );
}

export interface Choice {
  value: string;
  title: string;
}

/** A choice of a list. */
export function ChoiceField({
  label,
  value,
  choices,
  onChange,
  ...props
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
} & Pick<TextFieldProps, 'disabled' | 'sx'>) {
  return (
    <TextField
      {...props}
      select
      fullWidth
      size="small"
      label={label}
      value={choices.some((one) => one.value === value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      // An empty value can be a choice, whose title is shown like any other.
      {...(choices.some((one) => one.value === '') && {
        slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } },
      })}
    >
      {choices.map((one) => (
        <MenuItem key={one.value} value={one.value}>
          {one.title}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A choice of a menu that adds something; `apart` draws a line before it. */
export interface Addition {
  title: string;
  onAdd: () => void;
  apart?: boolean;
}

/** A button with a menu of what it adds. */
export function AddMenu({ label, additions }: { label: string; additions: readonly Addition[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        startIcon={<Add fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={additions.length === 0}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ justifySelf: 'start' }}
      >
        {label}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {additions.flatMap(({ title, onAdd, apart = false }, index) => [
          ...(apart ? [<Divider key={`line-${index}`} />] : []),
          <MenuItem
            key={index}
            onClick={() => {
              setAnchor(null);
              onAdd();
            }}
          >
            {title}
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
}

/** A button that inserts a field's value into a text. */
export function InsertField({
  choices,
  onInsert,
}: {
  choices: readonly Choice[];
  onInsert: (value: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <AddMenu
      label={t('layers.insertField')}
      additions={choices.map(({ value, title }) => ({ title, onAdd: () => onInsert(value) }))}
    />
  );
}

const styles = {
  grid: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    columnGap: 2,
    rowGap: 0.5,
    paddingInlineEnd: 1,
    color: 'text.secondary',
    fontSize: textSizes.small,
  },
  color: {
    width: sizes.touch,
    height: 28,
    [touchScreens]: { height: sizes.touch },
    p: 0,
    flexShrink: 0,
    border: 1,
    borderColor: 'outline.main',
    borderRadius: radii.control,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    '&::-webkit-color-swatch-wrapper': { p: '3px' },
    '&::-webkit-color-swatch': { border: 0, borderRadius: radii.small },
    '&::-moz-color-swatch': { border: 0, borderRadius: radii.small },
  },
} as const;

/** An error that was found in an expression, or one in the reader's language because it could not be checked. */
export type FoundFault = ExpressionFault & { isTranslated?: true };

/** An error of an expression and its place; the parser's own words are English. */
export function ExpressionError({ fault }: { fault: FoundFault }) {
  const { t } = useTranslation();
  const { message, line, column, isTranslated } = fault;
  const text = line === undefined ? message : t('layers.expression.fault', { line, column, message });
  return <WithEnglish text={text} english={isTranslated ? undefined : message} />;
}
