/** A kind of point of interest. */
export interface Category {
  key: string;
  /** English, Russian, Kazakh: the first is the `Type` in answers, all are searched. */
  labels: readonly [string, ...string[]];
  group: string;
  /** 0 … 1: how much one of them matters against other places. */
  importance: number;
}

/** Table rows `key | importance | English | Russian | Kazakh` under a `# group`, as categories. */
export function readCategories(table: string): Category[] {
  let group = '';
  return table
    .trim()
    .split('\n')
    .flatMap((line): Category[] => {
      if (line.startsWith('#')) {
        group = line.slice(1).trim();
        return [];
      }
      const [key = '', importance = '', first = '', ...others] = line.split('|').map((cell) => cell.trim());
      return [{ key, group, importance: Number(importance), labels: [first, ...others] }];
    });
}
