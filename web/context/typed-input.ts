/** Form input to restore after a reload. */
export interface TypedIn<Form extends string = 'portal' | 'address' | 'basemap'> {
  form: Form;
  text: string;
}

const key = 'mapping.add-typed';

/** Stores the input until the page has been loaded again. */
export function rememberTyped(storage: Storage, typed: TypedIn): void {
  try {
    storage.setItem(key, JSON.stringify(typed));
  } catch {
    // The input is lost.
  }
}

/** The input of one of these forms from before the reload, once. */
export function takeTyped<Form extends TypedIn['form']>(
  storage: Storage,
  forms: readonly Form[],
): TypedIn<Form> | undefined {
  try {
    const typed = JSON.parse(storage.getItem(key) ?? 'null') as TypedIn | null;
    if (!isOneOf(typed, forms)) return undefined;
    storage.removeItem(key);
    return typed;
  } catch {
    return undefined;
  }
}

function isOneOf<Form extends string>(
  typed: TypedIn<string> | null,
  forms: readonly Form[],
): typed is TypedIn<Form> {
  return typed !== null && (forms as readonly string[]).includes(typed.form);
}
