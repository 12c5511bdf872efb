// Reason of an action: common reasons to choose, and text. The partner sees the reason.
import { TextField } from '../../ui/field.tsx';

interface ReasonFieldProps {
  readonly reason: string;
  /** Default: why a crew is unassigned or replaced. */
  readonly options?: readonly string[];
  readonly hint?: string | undefined;
  readonly error?: string | null;
  readonly onChange: (reason: string) => void;
}

const crewReasons = ['Change of plan', 'Crew unavailable', 'Vehicle breakdown', 'Running late'];

export function ReasonField({ reason, options = crewReasons, hint, error, onChange }: ReasonFieldProps) {
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={reason === option}
            onClick={() => onChange(option)}
            className="min-h-8 rounded-full border px-3 text-[0.8125rem] font-medium text-ink hover:bg-hover aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-accent pointer-coarse:min-h-11"
          >
            {option}
          </button>
        ))}
      </div>
      <TextField
        label="Reason"
        value={reason}
        hint={hint}
        error={error}
        maxLength={1_000}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
