/** What was typed where, when the page was loaded again. */
export interface TypedIn {
  form: 'portal' | 'address';
  text: string;
}

const key = 'mapping.add-typed';

export function rememberTyped(storage: Storage, typed: TypedIn): void {
  try {
    storage.setItem(key, JSON.stringify(typed));
  } catch {
    // It has to be typed again.
  }
}

/** What was typed before the page was loaded again, once. */
export function takeTyped(storage: Storage): TypedIn | undefined {
  try {
    const text = storage.getItem(key);
    storage.removeItem(key);
    return text === null ? undefined : (JSON.parse(text) as TypedIn);
  } catch {
    return undefined;
  }
}
