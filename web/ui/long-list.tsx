import Search from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { fold } from '../../wire/fold.ts';
import { sizes } from './sizes.ts';
import { useFocusAdded } from './use-focus-added.ts';

/** Rows shown at first, and with each “Show more”. */
export const listPart = 50;

export interface LongListProps<Item> {
  items: readonly Item[];
  /** The text that the search looks through. */
  textOf: (item: Item) => string;
  /** Draws the rows that are shown. */
  children: (shown: readonly Item[]) => ReactNode;
  searchLabel: string;
  /** Shown where no item matches the search. */
  noneText: string;
  moreLabel: string;
}

/** A loaded list of any length, of which some rows are drawn: beyond the first 50, a search and a button for more. */
export function LongList<Item>({
  items,
  textOf,
  children,
  searchLabel,
  noneText,
  moreLabel,
}: LongListProps<Item>) {
  const [typed, setTyped] = useState('');
  const [parts, setParts] = useState(1);
  const end = useRef<HTMLButtonElement>(null);
  const noteRows = useFocusAdded(end);
  const text = useDeferredValue(fold(typed.trim()));
  if (items.length <= listPart) return children(items);
  const found = text === '' ? items : items.filter((item) => fold(textOf(item)).includes(text));
  return (
    <>
      <TextField
        type="search"
        size="small"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setParts(1);
        }}
        placeholder={searchLabel}
        sx={{ maxWidth: 480, width: '100%', '& .MuiInputBase-root': { minHeight: sizes.touch } }}
        slotProps={{
          htmlInput: { 'aria-label': searchLabel, enterKeyHint: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {/* Mounted before it has text, so that screen readers announce the text. */}
      <Typography component="output" color="textSecondary" sx={{ '&:empty': { position: 'absolute' } }}>
        {found.length === 0 ? noneText : ''}
      </Typography>
      {found.length > 0 && children(found.slice(0, parts * listPart))}
      {found.length > parts * listPart && (
        <Button
          ref={end}
          onClick={() => {
            noteRows();
            setParts(parts + 1);
          }}
          sx={{ minHeight: sizes.touch, justifySelf: 'center', alignSelf: 'center' }}
        >
          {moreLabel}
        </Button>
      )}
    </>
  );
}
