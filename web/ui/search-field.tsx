// Search field, debounced by 300 ms.
import { useEffect, useState } from 'react';
import { TextField } from './field.tsx';

const DEBOUNCE_MS = 300;

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly label?: string;
}

export function SearchField({ value, onChange, placeholder, label = 'Search' }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [appliedValue, setAppliedValue] = useState(value);
  if (appliedValue !== value) {
    // The value in the URL changed from outside, for example by the back button.
    setAppliedValue(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      setAppliedValue(text.trim());
      onChange(text.trim());
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      label={label}
      isLabelHidden
      type="search"
      placeholder={placeholder}
      className="col-span-2 sm:min-w-60 sm:flex-1"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
