import type { TFunction } from 'i18next';
import type { FormField } from '../../../map/edit/edit-feature.ts';

/** Describes what is wrong with a field's value and what the field accepts; undefined for a valid value. */
export function faultText(
  t: TFunction,
  field: FormField,
  formats: { number: (value: number) => string; date: (milliseconds: number) => string },
): string | undefined {
  const { fault, input, least, most, minLength = 0, maxLength = 0 } = field;
  switch (fault) {
    case undefined:
      return undefined;
    case 'too-short':
      return t('edit.fault.too-short', { number: formats.number(minLength) });
    case 'too-long':
      return t('edit.fault.too-long', { number: formats.number(maxLength) });
    case 'malformed':
      return t(
        input === 'number' || input === 'whole-number' ? `edit.fault.${input}` : 'edit.fault.malformed',
      );
    case 'out-of-range': {
      const dated = input !== 'number' && input !== 'whole-number';
      const shown = (value: number) => (dated ? formats.date(value) : formats.number(value));
      if (least !== undefined && most !== undefined)
        return t('edit.fault.between', { least: shown(least), most: shown(most) });
      if (least !== undefined)
        return t(dated ? 'edit.fault.earliest' : 'edit.fault.least', { least: shown(least) });
      if (most !== undefined)
        return t(dated ? 'edit.fault.latest' : 'edit.fault.most', { most: shown(most) });
      return t('edit.fault.out-of-range');
    }
    default:
      return t(`edit.fault.${fault}`);
  }
}
