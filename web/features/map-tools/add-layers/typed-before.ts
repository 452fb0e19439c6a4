/** Form input to restore after a reload. */
export interface TypedIn {
  form: 'portal' | 'address';
  text: string;
}

const key = 'mapping.add-typed';

export function rememberTyped(storage: Storage, typed: TypedIn): void {
  try {
    storage.setItem(key, JSON.stringify(typed));
  } catch {
    // The input is lost.
  }
}

/** The input from before the reload, once. */
export function takeTyped(storage: Storage): TypedIn | undefined {
  try {
    const text = storage.getItem(key);
    storage.removeItem(key);
    return text === null ? undefined : (JSON.parse(text) as TypedIn);
  } catch {
    return undefined;
  }
}
