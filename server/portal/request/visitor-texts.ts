import { LeastRecentlyUsed } from '../../platform/budgets/least-recently-used.ts';
import type { PortalSettings } from '../portal-settings.ts';

/** Texts for one organisation, of which the last used are stored, and characters of a key: parameters are the caller's. */
const [maxTexts, longestKey] = [20, 400];

/**
 * Texts of responses that are the same for every visitor, by the settings of the organisation that they describe. They end with
 * these settings, which are read again within `limits.configAgeMilliseconds`, so no response is older than it would be otherwise.
 */
export class VisitorTexts<Text> {
  readonly #texts = new WeakMap<PortalSettings, LeastRecentlyUsed<Text>>();

  /**
   * @param key everything else that the text depends on
   * @param make makes the text; a failure is not stored
   */
  async find(settings: PortalSettings, key: string, make: () => Promise<Text>): Promise<Text> {
    const texts = this.#texts.get(settings) ?? new LeastRecentlyUsed<Text>(maxTexts);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = await make();
    if (key.length <= longestKey) texts.set(key, text);
    this.#texts.set(settings, texts);
    return text;
  }
}
