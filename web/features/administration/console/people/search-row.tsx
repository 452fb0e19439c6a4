import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type ReactNode, useDeferredValue } from 'react';
import { sizes } from '../../../../ui/sizes.ts';

/** A search field, with further filters, sorting and buttons beside it. */
export function SearchRow(props: {
  label: string;
  text: string;
  onText: (text: string) => void;
  children: ReactNode;
}) {
  const { label, text, onText, children } = props;
  return (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
      <TextField
        type="search"
        size="small"
        value={text}
        onChange={({ target }) => onText(target.value)}
        placeholder={label}
        sx={{ flex: '1 1 240px', '& .MuiInputBase-root': { minHeight: sizes.touch } }}
        slotProps={{
          htmlInput: { 'aria-label': label, enterKeyHint: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {children}
    </Box>
  );
}

/** The search text, deferred until the page is idle. */
export function useSearched(text: string): string {
  return useDeferredValue(text.trim());
}
