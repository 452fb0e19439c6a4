import { useFormats } from '../../../../../i18n/index.ts';
import type { HostedField } from '../../../../../portal/hosted-service.ts';

/** Writes values as people read them: names of codes, and dates. */
export function useValueText() {
  const { date } = useFormats();
  return ({ type, domain }: HostedField, value: string | number | null | undefined): string => {
    if (value === null || value === undefined) return '';
    if (domain?.type === 'codedValue')
      return domain.codedValues.find(({ code }) => code === value)?.name ?? String(value);
    if (type === 'esriFieldTypeDate' && typeof value === 'number') return date(value);
    return String(value);
  };
}
