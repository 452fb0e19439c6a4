/** Columns by position. */
export interface CoordinateColumns {
  longitude: number;
  latitude: number;
}

/** Common names of coordinate columns, folded; those further to the left take precedence. */
const latitudes = [
  'latitude',
  'lat',
  'latdd',
  'ylat',
  'breitengrad',
  'breite',
  'latitud',
  'latitudine',
  'breedtegraad',
  'широта',
  'ендік',
  'geolat',
  'gpslat',
  'y',
  'ycoord',
  'pointy',
  'coordy',
];
const longitudes = [
  'longitude',
  'lon',
  'lng',
  'long',
  'longdd',
  'xlon',
  'xlong',
  'laengengrad',
  'längengrad',
  'laenge',
  'länge',
  'longitud',
  'longitudine',
  'lengtegraad',
  'долгота',
  'бойлық',
  'geolon',
  'geolng',
  'gpslon',
  'x',
  'xcoord',
  'pointx',
  'coordx',
];

/**
 * Finds the coordinate columns by name; undefined when none, or only one of them, matches.
 * @param names the names of all columns
 */
export function guessCoordinates(names: readonly string[]): CoordinateColumns | undefined {
  const folded = names.map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const find = (wanted: readonly string[]) => {
    const known = wanted.find((name) => folded.includes(name));
    if (known !== undefined) return folded.indexOf(known);
    // “stop_lat”, “Latitude (WGS84)”: a word among others.
    const words = names.map((name) => name.toLowerCase().split(/[^\p{L}]+/u));
    return words.findIndex((of) => wanted.slice(0, -4).some((name) => name.length > 2 && of.includes(name)));
  };
  const latitude = find(latitudes);
  const longitude = find(longitudes);
  return latitude < 0 || longitude < 0 || latitude === longitude ? undefined : { latitude, longitude };
}
