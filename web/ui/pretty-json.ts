// Indents JSON; returns any other text unchanged.

export function prettyJson(text: string): { readonly text: string; readonly isJson: boolean } {
  try {
    return { text: JSON.stringify(JSON.parse(text), null, 2), isJson: true };
  } catch {
    return { text, isJson: false };
  }
}
