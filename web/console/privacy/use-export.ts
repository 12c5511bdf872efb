// Downloads the stored data of a person as a JSON file.
import { useMutation } from '@tanstack/react-query';
import type { AskedPerson } from '../api.ts';
import { useWrite } from '../session-context.tsx';

export function useExport(asked: AskedPerson) {
  const write = useWrite();
  return useMutation({
    mutationFn: async () => {
      const document = await write<object>('POST', '/people/export', asked);
      downloadFile(JSON.stringify(document, null, 2));
    },
  });
}

function downloadFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'person.json';
  link.click();
  URL.revokeObjectURL(url);
}
