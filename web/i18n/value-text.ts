import { useFormats } from './formats.ts';

/** The part of a field by which its values are written. */
interface FieldFormat {
  type: string;
  domain?: { type: string; codedValues?: readonly { name: string; code: string | number }[] } | null;
}

/** Writes values as people read them: names of codes, and dates. */
export function useValueText() {
  const { date } = useFormats();
  return ({ type, domain }: FieldFormat, value: string | number | null | undefined): string => {
    if (value === null || value === undefined) return '';
    const named = domain?.codedValues?.find(({ code }) => code === value);
    if (named) return named.name;
    if (type === 'esriFieldTypeDate' && typeof value === 'number') return date(value);
    return String(value);
  };
}
