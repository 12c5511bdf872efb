// Field for a new password.
import { TextField } from '../../ui/field.tsx';

interface NewPasswordFieldProps {
  readonly label: string;
  readonly error: string | null;
}

export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={1024}
      hint="At least 12 characters, and no common password. A phrase of several words is easy to remember."
      error={error}
    />
  );
}
