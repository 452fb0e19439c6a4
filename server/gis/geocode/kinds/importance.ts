import type { Place } from '../place.ts';
import { findCategory } from './categories.ts';

const byKind = {
  address: 0.15,
  street: 0.3,
  poi: 0.2,
  neighbourhood: 0.45,
  city: 0.4,
  region: 0.75,
  country: 0.95,
} as const;

/**
 * Importance of a place, 0 … 1: from its source, else by population for cities, else by kind and category.
 */
export function importanceOf(place: Pick<Place, 'kind' | 'category' | 'population' | 'importance'>): number {
  if (place.importance !== undefined) return Math.max(0, Math.min(1, place.importance));
  if (place.kind === 'city' && place.population && place.population > 1) {
    const capital = place.category === 'capital' ? 0.05 : 0;
    return Math.max(byKind.city, Math.min(0.94, Math.log10(place.population) / 7.6 + capital));
  }
  if (place.kind === 'poi') return findCategory(place.category ?? '')?.importance ?? byKind.poi;
  return byKind[place.kind];
}

/** Ten classes of importance, 9 the highest; the index of words is read from the highest down. */
export function rankOf(importance: number): number {
  return Math.max(0, Math.min(9, Math.floor(importance * 10)));
}
