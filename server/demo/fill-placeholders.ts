import { MappingError } from '../../wire/errors.ts';
import { stableId } from './stable-id.ts';

/**
 * Fills the placeholders of demo documents: `{{item:KEY}}`, `{{group:KEY}}` and `{{folder:KEY}}` with stable ids,
 * `{{portal}}` and `{{server}}` with addresses.
 * @param text JSON text, so every value put in must need no escaping
 * @throws MappingError `demo:unknown-placeholder`
 */
export function fillPlaceholders(text: string, addresses: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\{\{([a-z-]+)(?::([A-Za-z0-9_-]+))?\}\}/g,
    (whole, name: string, key: string | undefined) => {
      if (key !== undefined && (name === 'item' || name === 'group' || name === 'folder'))
        return stableId(name, key);
      const address = key === undefined ? addresses[name] : undefined;
      if (address !== undefined) return address;
      throw new MappingError(
        'demo:unknown-placeholder',
        `The demo content has an unknown placeholder ${whole}.`,
      );
    },
  );
}
