// Look of a file input: its button is like the other buttons.
export const fileInputClass =
  'w-full min-w-0 text-[0.8125rem] file:mr-3 file:min-h-9 file:rounded-lg file:border file:border-field-line file:bg-card file:px-3 file:font-semibold file:text-ink pointer-coarse:file:min-h-11';
