import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useEffect, useRef, useState } from 'react';
import { useMapState } from '../../map/map-model.ts';
import { usePositionText } from './use-position-text.ts';

/** Milliseconds the map has to stand still: keys are pressed several times in a row. */
const stillness = 1000;

/** Says politely where the map has come to rest. Where it began is said by the page. */
export function MapAnnouncer() {
  const place = useMapState((state) => state.place);
  const text = usePositionText(place);
  const [said, setSaid] = useState('');
  const began = useRef<string>(undefined);
  useEffect(() => {
    if (text === '') return undefined;
    began.current ??= text;
    if (text === began.current && said === '') return undefined;
    const timer = setTimeout(() => setSaid(text), stillness);
    return () => clearTimeout(timer);
  }, [text, said]);
  return (
    <Box component="output" data-testid="map-announcer" sx={visuallyHidden}>
      {said}
    </Box>
  );
}
