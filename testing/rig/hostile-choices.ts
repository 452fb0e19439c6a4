import { names, plausible, texts } from './hostile-values.ts';

/**
 * Random values and documents, and random changes of given ones.
 * @param ids names of what exists
 */
export function hostileChoices(random: () => number, ids: readonly string[]) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number) => random() < share;

  const json = (depth: number): unknown => {
    if (depth <= 0 || chance(0.4))
      return pick<unknown>([...texts, null, true, 0, -1, 1e308, 1e-300, 2 ** 53, '']);
    if (chance(0.5)) return Array.from({ length: Math.floor(random() * 4) }, () => json(depth - 1));
    return Object.fromEntries(
      Array.from({ length: 1 + Math.floor(random() * 4) }, () => [pick(names), json(depth - 1)]),
    );
  };
  const jsonText = () => {
    if (chance(0.05)) return '['.repeat(pick([50, 200, 1000])) + (chance(0.5) ? ']'.repeat(1000) : '');
    return JSON.stringify(json(4));
  };
  const value = () =>
    chance(0.3) ? pick(plausible) : chance(0.3) ? jsonText() : chance(0.2) ? pick(ids) : pick(texts);

  /** A document that differs in one place. */
  const distortJson = (given: unknown): unknown => {
    if (typeof given !== 'object' || given === null || chance(0.1)) return json(2);
    const at = pick(Object.keys(given));
    if (Array.isArray(given)) {
      if (at === undefined) return [json(2)];
      if (chance(0.1)) return given.toSpliced(Number(at), 1);
      if (chance(0.1)) return [...given, ...given];
      return given.with(Number(at), distortJson(given[Number(at)]));
    }
    const { [at ?? '']: member, ...others } = given as Record<string, unknown>;
    if (at === undefined || chance(0.1)) return { ...given, [pick(names)]: json(2) };
    if (chance(0.1)) return others;
    return { ...others, [at]: distortJson(member) };
  };

  /** A value that differs; a document or a list stays one, so that its members are read. */
  const distort = (text: string): string => {
    if (chance(0.3)) return value();
    if (/^[[{]/.test(text)) return JSON.stringify(distortJson(JSON.parse(text)));
    if (text.includes(',')) return text.split(',').with(0, value()).join();
    return chance(0.3) ? text + pick(texts) : value();
  };

  return { pick, chance, json, jsonText, value, distort, distortJson };
}
