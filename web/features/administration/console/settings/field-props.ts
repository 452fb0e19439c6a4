/** Props of every editor of a setting. */
export interface FieldProps {
  label: string;
  help: string;
  /** The error; empty: none. */
  fault: string;
  value: unknown;
  onChange: (value: unknown) => void;
}
