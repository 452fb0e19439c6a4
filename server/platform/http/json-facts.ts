import { html, type Html } from './html.ts';
import { factsTable, rowsTable } from './html-page.ts';

/** Rows of a list, and members of an object, that are shown. */
const max = 200;

/** JSON as nested tables, for responses without a page of their own. */
export function jsonFacts(json: unknown, depth = 0): Html {
  if (Array.isArray(json)) return listOf(json, depth);
  if (typeof json !== 'object' || json === null) return html`${shown(json)}`;
  const entries = Object.entries(json).slice(0, max);
  if (entries.length === 0) return html`<span class="quiet">none</span>`;
  if (depth > 3) return html`<pre>${JSON.stringify(json, null, 2).slice(0, 4000)}</pre>`;
  return factsTable(entries.map(([name, value]) => [name, jsonFacts(value, depth + 1)] as const));
}

function listOf(list: readonly unknown[], depth: number): Html {
  if (list.length === 0) return html`<span class="quiet">none</span>`;
  const first = list.slice(0, max);
  const flat = first.every((each) => typeof each !== 'object' || each === null);
  if (flat || depth > 2)
    return html`${first.map((each) => (flat ? shown(each) : JSON.stringify(each))).join(', ')}`;
  const columns = [...new Set(first.flatMap((each) => Object.keys(each ?? {})))].slice(0, 40);
  return rowsTable(
    columns,
    first.map((each) => columns.map((name) => shown((each as Record<string, unknown>)[name]))),
  );
}

/** A value as text; objects are short JSON. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value as string | number | boolean);
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)} …` : text;
}
