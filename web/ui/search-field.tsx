import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';

/** Debounce in milliseconds before a search. */
const silence = 250;

export interface SearchFieldProps {
  /** The search text in the address. */
  value: string;
  /** The label, such as “Search maps”. */
  label: string;
  /** Name of the button that clears the field. */
  clearLabel: string;
  onSearch: (text: string) => void;
}

/** Searches while typing; Enter searches at once, Escape clears. */
export function SearchField({ value, label, clearLabel, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // Searched for, but not yet in the address, which may lag behind the typing.
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== seen) {
    setSeen(value);
    const own = underWay.indexOf(value);
    setUnderWay(underWay.slice(own + 1));
    // The address changed from outside (back, forward, "clear search"): show its text.
    if (own === -1) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (text.trim() !== value) setUnderWay((now) => [...now, text.trim()]);
      onSearch(text.trim());
    }, after);
  };
  const type = (text: string, after = silence) => {
    setTyped(text);
    search(text, after);
  };
  return (
    <TextField
      type="search"
      size="small"
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed, 0);
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault();
          type('', 0);
        }
      }}
      placeholder={label}
      sx={{ flex: '1 1 260px', 'input::-webkit-search-cancel-button': { display: 'none' } }}
      slotProps={{
        htmlInput: { 'aria-label': label, enterKeyHint: 'search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: typed && (
            <InputAdornment position="end">
              <IconButton size="small" edge="end" aria-label={clearLabel} onClick={() => type('', 0)}>
                <Clear fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
