// Accent color: a color picker, its text, and how the color was adjusted for light and dark.
import { controlClass, FieldFrame, TextField } from '../../ui/field.tsx';
import type { BrandPalette } from '../api.generated.ts';
import { colorOf } from './branding-draft.ts';

interface ColorFieldProps {
  readonly value: string;
  readonly palette: BrandPalette | null;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

export function ColorField({ value, palette, error, onChange }: ColorFieldProps) {
  const color = colorOf(value);
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_4rem] items-start gap-3">
        <TextField
          label="Accent color"
          placeholder="#0d6b50"
          isCode
          spellCheck={false}
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => color !== null && onChange(color)}
        />
        <FieldFrame label="Pick">
          {(props) => (
            <input
              {...props}
              type="color"
              value={color ?? '#0d6b50'}
              onChange={(event) => onChange(event.target.value)}
              className={`${controlClass} h-9 p-1`}
            />
          )}
        </FieldFrame>
      </div>
      {color !== null && palette && (
        <ul aria-label="Shades that are used" className="grid gap-1 text-[0.8125rem] text-muted">
          <Shade theme="Light" chosen={color} used={palette.light.accent} />
          <Shade theme="Dark" chosen={color} used={palette.dark.accent} />
        </ul>
      )}
    </div>
  );
}

interface ShadeProps {
  readonly theme: 'Light' | 'Dark';
  readonly chosen: string;
  readonly used: string;
}

function Shade({ theme, chosen, used }: ShadeProps) {
  const change = theme === 'Light' ? 'darkened' : 'lightened';
  return (
    <li className="flex items-start gap-2">
      <span
        aria-hidden="true"
        className="mt-0.5 size-4 flex-none rounded-sm border"
        style={{ backgroundColor: used }}
      />
      <span>
        {theme}: <code className="font-mono">{used}</code>{' '}
        {chosen === used ? 'as chosen' : `${change}, so that text is easy to read (4.5:1)`}
      </span>
    </li>
  );
}
