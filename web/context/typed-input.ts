/** Form input to restore after a reload. */
export interface TypedInput<Form extends string = 'portal' | 'address' | 'basemap'> {
  form: Form;
  text: string;
}

const key = 'mapping.add-typed';

/** Stores the input until the page has been loaded again. */
export function storeTypedInput(storage: Storage, typed: TypedInput): void {
  try {
    storage.setItem(key, JSON.stringify(typed));
  } catch {
    // The input is lost.
  }
}

/** The input of one of these forms from before the reload, once. */
export function takeTypedInput<Form extends TypedInput['form']>(
  storage: Storage,
  forms: readonly Form[],
): TypedInput<Form> | undefined {
  try {
    const typed = JSON.parse(storage.getItem(key) ?? 'null') as TypedInput | null;
    if (!isOneOf(typed, forms)) return undefined;
    storage.removeItem(key);
    return typed;
  } catch {
    return undefined;
  }
}

function isOneOf<Form extends string>(
  typed: TypedInput<string> | null,
  forms: readonly Form[],
): typed is TypedInput<Form> {
  return typed !== null && (forms as readonly string[]).includes(typed.form);
}
