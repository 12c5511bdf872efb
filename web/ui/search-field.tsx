// Search field, debounced by 300 ms.
import { useEffect, useState } from 'react';
import { TextField } from './field.tsx';

const TYPING_MS = 300;

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly label?: string;
}

export function SearchField({ value, onChange, placeholder, label = 'Search' }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The value in the URL changed from outside, for example by the back button.
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      setKnown(text.trim());
      onChange(text.trim());
    }, TYPING_MS);
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
