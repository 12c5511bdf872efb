// Saves a file that the page has in memory, as a download of the browser.

export interface SavedFile {
  readonly content: Blob;
  readonly name: string;
}

export function saveFile({ content, name }: SavedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
